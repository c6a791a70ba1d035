import { Button, IconButton } from '@mui/material';
import type { LucideIcon } from 'lucide-react';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';

interface ButtonProps {
  onClick: () => void;
}

export function CreateButton({ children, onClick }: ButtonProps & { children: string }) {
  return (
    <Button variant="contained" color="secondary" startIcon={<Plus aria-hidden size={20} />} onClick={onClick}>
      {children}
    </Button>
  );
}

export function EditButton({ describedBy, onClick }: ButtonProps & { describedBy?: string }) {
  return (
    <Button startIcon={<Pencil aria-hidden size={20} />} aria-describedby={describedBy} onClick={onClick}>
      Modifier
    </Button>
  );
}

export function DeleteButton({ describedBy, onClick }: ButtonProps & { describedBy?: string }) {
  return (
    <Button color="error" startIcon={<Trash2 aria-hidden size={20} />} aria-describedby={describedBy} onClick={onClick}>
      Supprimer
    </Button>
  );
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
