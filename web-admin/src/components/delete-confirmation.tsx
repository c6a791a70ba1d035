import { useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Confirm, type RaRecord, useDelete } from 'react-admin';
import { announce } from './outcome.ts';

interface DeleteConfirmationProps {
  resource: string;
  record: RaRecord;
  /** What the record is called. */
  name: string;
  /** What goes with it. */
  content: ReactNode;
  /** Stands on the button meanwhile, where that is not what stood there before. */
  pendingLabel?: string;
  /** How it went, in words. */
  outcome: Omit<Parameters<typeof announce>[0], 'onSuccess'>;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks, deletes a record for good and brings every list of its kind up to date. */
export function DeleteConfirmation({
  resource,
  record,
  name,
  content,
  pendingLabel = 'Supprimer',
  outcome,
  onDeleted,
  onClose,
}: DeleteConfirmationProps) {
  const queryClient = useQueryClient();
  const [remove, { isPending }] = useDelete(
    resource,
    { id: record.id, previousData: record },
    {
      mutationMode: 'pessimistic',
      ...announce({
        ...outcome,
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: [resource, 'getList'] });
          onDeleted();
        },
      }),
    },
  );

  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`Supprimer « ${name} » ?`}
      content={content}
      confirm={isPending ? pendingLabel : 'Supprimer'}
      confirmColor="warning"
      ConfirmIcon={Trash2}
      CancelIcon={X}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
