import type { ContactMessage } from '@fasocolis/contracts/content';
import { useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { Confirm, useDelete } from 'react-admin';
import { announce } from '../../components/outcome.ts';

interface MessageDeleteConfirmationProps {
  message: ContactMessage;
  onDeleted: () => void;
  onClose: () => void;
}

export function MessageDeleteConfirmation({ message, onDeleted, onClose }: MessageDeleteConfirmationProps) {
  const queryClient = useQueryClient();
  const [remove, { isPending }] = useDelete<ContactMessage>(
    'contact-messages',
    { id: message.id, previousData: message },
    {
      mutationMode: 'pessimistic',
      ...announce({
        title: 'Message supprimé',
        failure: 'Impossible de supprimer le message. Veuillez réessayer.',
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: ['contact-messages', 'getList'] });
          onDeleted();
        },
      }),
    },
  );

  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`Supprimer « ${message.subject} » ?`}
      content="Êtes-vous sûr de vouloir supprimer ce message ? Cette action est irréversible."
      confirm="Supprimer"
      confirmColor="warning"
      ConfirmIcon={Trash2}
      CancelIcon={X}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
