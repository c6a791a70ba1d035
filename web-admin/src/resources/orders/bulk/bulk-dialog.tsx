import { useState } from 'react';
import { SaveContextProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { useStatusOptions } from '../../../components/status-options.ts';
import { orderCount } from '../../../components/words.ts';
import { bulkActions } from './bulk-actions.tsx';
import { BulkRun } from './bulk-run.tsx';

interface BulkDialogProps {
  action: keyof typeof bulkActions;
  ids: readonly number[];
  /** Called with the orders that were not changed. */
  onClose: (remaining: number[]) => void;
}

export function BulkDialog({ action: name, ids, onClose }: BulkDialogProps) {
  const action = bulkActions[name];
  // The selection behind the dialog may change with the list.
  const [chosen] = useState(ids);
  const [values, setValues] = useState<FieldValues>();
  const [isConfirming, setConfirming] = useState(false);
  const options = useStatusOptions();
  const title = `${action.title} ${orderCount(chosen.length)}`;
  const statusName = (code: unknown) => options.find(({ id }) => id === code)?.name ?? String(code);

  if (values && isConfirming) {
    return (
      <BulkRun
        title={title}
        ids={chosen}
        action={action}
        values={values}
        effects={action.effects(values, chosen.length, statusName)}
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
