import { useState } from 'react';
import { SaveContextProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { FormDialog } from '../form-dialog.tsx';
import { orderCount } from '../words.ts';
import type { BulkAction } from './bulk-action.ts';
import { BulkRun } from './bulk-run.tsx';

interface BulkDialogProps {
  action: BulkAction;
  ids: readonly number[];
  /** Called with the orders that were not changed. */
  onClose: (remaining: number[]) => void;
}

export function BulkDialog({ action, ids, onClose }: BulkDialogProps) {
  // The selection behind the dialog may change with the list.
  const [chosen] = useState(ids);
  const [values, setValues] = useState<FieldValues>();
  const [isConfirming, setConfirming] = useState(false);
  const title = `${action.title}\u00a0: ${orderCount(chosen.length)}`;

  if (values && isConfirming) {
    return (
      <BulkRun
        title={title}
        ids={chosen}
        action={action}
        values={values}
        onBack={() => setConfirming(false)}
        onClose={onClose}
      />
    );
  }

  const save = (given: FieldValues) => {
    setValues(given);
    setConfirming(true);
  };
  return (
    <SaveContextProvider value={{ save, saving: false }}>
      <FormDialog
        title={title}
        schema={action.schema}
        {...(values && { defaultValues: values })}
        submitLabel="Continuer"
        onClose={() => onClose([...chosen])}
      >
        {action.inputs}
      </FormDialog>
    </SaveContextProvider>
  );
}
