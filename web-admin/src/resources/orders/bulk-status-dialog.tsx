import { type ChangeStatus, ChangeStatusSchema } from '@fasocolis/contracts/orders';
import { useState } from 'react';
import { SaveContextProvider } from 'react-admin';
import { FormDialog } from '../../components/form-dialog.tsx';
import { orderCount } from '../../components/words.ts';
import { BulkStatusRun } from './bulk-status-run.tsx';
import { StatusInputs } from './order-forms.tsx';
import { useStatusOptions } from './status-options.ts';

interface BulkStatusDialogProps {
  ids: readonly number[];
  /** Called with the orders that were not updated. */
  onClose: (remaining: number[]) => void;
}

/** Asks for the new status of many orders, then updates them. */
export function BulkStatusDialog({ ids, onClose }: BulkStatusDialogProps) {
  // The selection behind the dialog may change with the list.
  const [chosen] = useState(ids);
  const [change, setChange] = useState<ChangeStatus>();
  const [isConfirming, setConfirming] = useState(false);
  const options = useStatusOptions();
  const title = `Changer le statut de ${orderCount(chosen.length)}`;

  if (change && isConfirming) {
    const statusName = options.find(({ id }) => id === change.status)?.name ?? change.status;
    return (
      <BulkStatusRun
        title={title}
        ids={chosen}
        change={change}
        statusName={statusName}
        onBack={() => setConfirming(false)}
        onClose={onClose}
      />
    );
  }

  const save = ({ latestUpdate, ...rest }: Partial<ChangeStatus>) => {
    // Left empty, the text of each order stays as it is.
    setChange({ status: '', ...rest, ...(latestUpdate && { latestUpdate }) });
    setConfirming(true);
  };
  return (
    <SaveContextProvider value={{ save, saving: false }}>
      <FormDialog
        title={title}
        schema={ChangeStatusSchema}
        {...(change && { defaultValues: change })}
        submitLabel="Continuer"
        onClose={() => onClose([...chosen])}
      >
        <StatusInputs textHint="Facultatif : laissé vide, le texte de chaque commande reste tel quel. Visible par toute personne qui connaît le numéro." />
      </FormDialog>
    </SaveContextProvider>
  );
}
