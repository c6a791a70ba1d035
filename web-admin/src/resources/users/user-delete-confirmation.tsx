import type { User } from '@fasocolis/contracts/auth';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Confirm } from 'react-admin';
import { useDeleteUser } from './use-delete-user.ts';

interface UserDeleteConfirmationProps {
  user: User;
  onDeleted: () => void;
  onClose: () => void;
}

export function UserDeleteConfirmation({ user, onDeleted, onClose }: UserDeleteConfirmationProps) {
  const { deleteUser, isPending } = useDeleteUser({ onDeleted });

  // Confirm passes the dialog's own reason on; its buttons give none.
  const close = (_event: unknown, reason?: string) => {
    // Too much is at stake for a click that went astray.
    if (reason !== 'backdropClick' && !isPending) onClose();
  };

  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`Supprimer « ${user.username} » ?`}
      content="Cette action est irréversible. Les commandes, les notifications et les préférences de cet utilisateur seront définitivement supprimées."
      confirm="Supprimer"
      confirmColor="warning"
      ConfirmIcon={Trash2}
      CancelIcon={X}
      onConfirm={() => deleteUser(user)}
      onClose={close}
    />
  );
}
