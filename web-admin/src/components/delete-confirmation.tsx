import { toast } from '@fasocolis/web-kit/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Confirm, type RaRecord, useDelete } from 'react-admin';
import { type Outcome, outcomeToasts } from './outcome.ts';

interface DeleteConfirmationProps<Row extends RaRecord> {
  resource: string;
  record: Row;
  name: string;
  content: ReactNode;
  /** What the confirmation does, as its title and its button say it. */
  verb?: string;
  pendingLabel?: string;
  outcome: Outcome;
  /** Why a record cannot be deleted; undefined when it can. */
  refusal?: (row: Row) => { title: string; description: string } | undefined;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteConfirmation<Row extends RaRecord>({
  resource,
  record,
  name,
  content,
  verb = 'Supprimer',
  pendingLabel = verb,
  outcome,
  refusal,
  onDeleted,
  onClose,
}: DeleteConfirmationProps<Row>) {
  const queryClient = useQueryClient();
  const onSuccess = () => {
    void queryClient.invalidateQueries({ queryKey: [resource, 'getList'] });
    onDeleted();
  };
  const [remove, { isPending }] = useDelete(
    resource,
    { id: record.id, previousData: record },
    { mutationMode: 'pessimistic', ...outcomeToasts({ ...outcome, onSuccess }) },
  );
  const confirm = () => {
    const reason = refusal?.(record);
    if (reason) toast({ ...reason, variant: 'destructive' });
    else void remove();
  };
  // Confirm passes the reason for closing of its dialog; its buttons pass none.
  const close = (_event: unknown, reason?: string) => {
    if (reason !== 'backdropClick' && !isPending) onClose();
  };
  return (
    <Confirm
      isOpen
      loading={isPending}
      title={`${verb} «\u00a0${name}\u00a0»\u00a0?`}
      content={content}
      confirm={isPending ? pendingLabel : verb}
      confirmColor="warning"
      ConfirmIcon={Trash2}
      CancelIcon={X}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
