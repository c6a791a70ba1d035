import { IconButton, Link, type LinkProps } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { MainButton, TextButton } from './text-button.tsx';

interface ButtonProps {
  onClick: () => void;
}

export function CreateButton({ children, onClick }: ButtonProps & { children: string }) {
  return <MainButton label={children} icon={Plus} onClick={onClick} />;
}

export function EditButton({ describedBy, onClick }: ButtonProps & { describedBy?: string }) {
  return <TextButton label="Modifier" icon={Pencil} aria-describedby={describedBy} onClick={onClick} />;
}

export function DeleteButton({ describedBy, onClick }: ButtonProps & { describedBy?: string }) {
  return <TextButton label="Supprimer" icon={Trash2} color="error" aria-describedby={describedBy} onClick={onClick} />;
}

interface IconActionProps extends ButtonProps {
  label: string;
  icon: LucideIcon;
  color?: 'primary' | 'error' | 'default';
  disabled?: boolean;
}

export function IconAction({ label, icon: Icon, color = 'primary', disabled = false, onClick }: IconActionProps) {
  return (
    <IconButton aria-label={label} color={color} disabled={disabled} onClick={onClick}>
      <Icon aria-hidden size={20} />
    </IconButton>
  );
}

/** Opens another tab, so that what is typed on the screen stays. */
export const TabLink = (link: LinkProps) => <Link target="_blank" rel="noopener" {...link} />;
