import { ApiError } from '@fasocolis/web-kit/api';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { CreateBase, EditBase, type RaRecord, RecordContextProvider, useListContext, useRefresh } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useDialogInAddress, useIdInAddress } from './address.ts';
import { IconAction } from './buttons.tsx';
import { DeleteConfirmation } from './delete-confirmation.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type Outcome, outcomeToasts } from './outcome.ts';

interface RecordForm<Row> extends Omit<ComponentProps<typeof FormDialog>, 'submitLabel' | 'onClose'> {
  submitLabel?: string;
  outcome: Outcome;
  /** Values of the form that differ from the record. */
  valuesOf?: (row: Row) => FieldValues;
  transform?: ComponentProps<typeof EditBase>['transform'];
}

interface RemovalWords<Row extends RaRecord>
  extends Omit<ComponentProps<typeof DeleteConfirmation<Row>>, ControlledProps> {
  name: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
type ControlledProps = 'record' | 'name' | 'content' | 'onDeleted' | 'onClose';

/** Which dialog of a list is open. All but the delete confirmation are in the address and can be linked to. */
export function useRecordDialogs<Row extends RaRecord<number>>() {
  const creation = useDialogInAddress('create');
  const edit = useIdInAddress('edit');
  const view = useIdInAddress('view');
  const [removed, setRemoved] = useState<Row>();
  return { creation, edit, view, removed, setRemoved };
}

interface RecordDialogsProps<Row extends RaRecord<number>> {
  dialogs: ReturnType<typeof useRecordDialogs<Row>>;
  create?: RecordForm<Row>;
  edit?: RecordForm<Row>;
  remove?: RemovalWords<Row>;
}

export function RecordDialogs<Row extends RaRecord<number>>({
  dialogs: { creation, edit: edited, view, removed, setRemoved },
  create,
  edit,
  remove,
}: RecordDialogsProps<Row>) {
  const { isPending, refetch } = useListContext<Row>();
  if (isPending) return null;
  return (
    <>
      {create && creation.isOpen && <CreateDialog {...create} onClose={creation.close} />}
      {edit && edited.id !== undefined && (
        <EditDialog key={edited.id} {...edit} id={edited.id} onSaved={() => void refetch()} onClose={edited.close} />
      )}
      {remove && removed && (
        <DeleteConfirmation
          {...remove}
          record={removed}
          name={remove.name(removed)}
          content={remove.content(removed)}
          onDeleted={() => {
            setRemoved(undefined);
            if (view.id === removed.id) view.close();
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface EditAndDeleteProps<Row extends RaRecord<number>> {
  dialogs: ReturnType<typeof useRecordDialogs<Row>>;
  record: Row;
  name: string;
}

export function EditAndDelete<Row extends RaRecord<number>>({ dialogs, record, name }: EditAndDeleteProps<Row>) {
  return (
    <>
      <IconAction label={`Modifier ${name}`} icon={Pencil} onClick={() => dialogs.edit.open(record.id)} />
      <IconAction label={`Supprimer ${name}`} icon={Trash2} color="error" onClick={() => dialogs.setRemoved(record)} />
    </>
  );
}

interface OpenForm<Row> extends RecordForm<Row> {
  onSaved?: (saved: Row) => void;
  onClose: () => void;
}

/** A form that creates a record. @param props.resource the resource of the record; by default the surrounding one */
export function CreateDialog<Row>({
  resource,
  outcome,
  submitLabel = 'Créer',
  transform,
  valuesOf: _,
  onSaved,
  ...form
}: OpenForm<Row> & { resource?: string }) {
  const onSuccess = (saved: unknown) => {
    onSaved?.(saved as Row);
    form.onClose();
  };
  return (
    <CreateBase
      redirect={false}
      {...(resource && { resource })}
      {...(transform && { transform })}
      mutationOptions={outcomeToasts({ ...outcome, onSuccess })}
    >
      <FormDialog submitLabel={submitLabel} {...form} />
    </CreateBase>
  );
}

/**
 * A form that edits a record. When another administrator changed it meanwhile, the form stays open and shows their
 * changes.
 */
export function EditDialog<Row extends RaRecord>({
  resource,
  id,
  outcome,
  submitLabel = 'Enregistrer',
  transform,
  valuesOf = (row) => row,
  onSaved,
  ...form
}: OpenForm<Row> & { resource?: string; id: RaRecord['id'] }) {
  const refresh = useRefresh();
  const { onClose } = form;
  const onSuccess = (saved: unknown) => {
    onSaved?.(saved as Row);
    onClose();
  };
  const { onError, ...options } = outcomeToasts({ ...outcome, onSuccess });
  const mutationOptions = {
    ...options,
    onError: (error: unknown) => {
      onError(error);
      if (error instanceof ApiError && error.status === 409) refresh();
    },
  };
  return (
    <EditBase<Row>
      id={id}
      redirect={false}
      mutationMode="pessimistic"
      // By default react-admin would leave the screen.
      queryOptions={{ onError: () => {} }}
      {...(transform && { transform })}
      {...(resource && { resource })}
      mutationOptions={mutationOptions}
      // A record that was shown stays, with what was typed, when it cannot be loaded again.
      render={({ record, error }) =>
        record ? (
          <RecordContextProvider value={valuesOf(record)}>
            <FormDialog submitLabel={submitLabel} {...form} />
          </RecordContextProvider>
        ) : (
          error && <Closing onClose={onClose} />
        )
      }
    />
  );
}

/** Closes the dialog of a record that does not exist or could not be loaded. */
function Closing({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [onClose]);
  return null;
}
