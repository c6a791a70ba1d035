import { Button, type ButtonProps } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';

interface TextButtonProps extends Omit<ButtonProps, 'children' | 'startIcon'> {
  label: string;
  icon?: LucideIcon;
  /** The address of a screen: the button is a link then. */
  to?: string;
  target?: '_blank';
  rel?: string;
}

export function TextButton({ label, icon: Icon, ...button }: TextButtonProps) {
  return (
    <Button LinkComponent={button.to ? Link : 'a'} {...button} startIcon={Icon && <Icon aria-hidden size={20} />}>
      {label}
    </Button>
  );
}

/** The main action of a screen. */
export const MainButton = (button: TextButtonProps) => <TextButton variant="contained" color="secondary" {...button} />;

export const OutlinedButton = (button: TextButtonProps) => <TextButton variant="outlined" {...button} />;
