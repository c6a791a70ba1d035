import { type ComponentProps, type ReactNode, useState } from 'react';
import { CreateBase, EditBase, type RaRecord, RecordContextProvider, useListContext } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useDialogInAddress, useIdInAddress } from './address.ts';
import { DeleteConfirmation } from './delete-confirmation.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type Outcome, outcomeToasts } from './outcome.ts';

interface RecordForm<Row> extends Omit<ComponentProps<typeof FormDialog>, 'onClose'> {
  outcome: Outcome;
  /** The values of the form, where they are not the record's own. */
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

/** The dialogs that create, edit and delete records of the surrounding list. */
export function RecordDialogs<Row extends RaRecord<number>>({
  dialogs: { creation, edit: edited, view, removed, setRemoved },
  create,
  edit,
  remove,
}: RecordDialogsProps<Row>) {
  const { isPending } = useListContext<Row>();
  if (isPending) return null;
  return (
    <>
      {create && creation.isOpen && <CreateDialog {...create} onClose={creation.close} />}
      {edit && edited.id !== undefined && (
        <EditDialog key={edited.id} {...edit} id={edited.id} onClose={edited.close} />
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

interface OpenForm<Row> extends RecordForm<Row> {
  onClose: () => void;
}

function CreateDialog<Row>({ outcome, transform, valuesOf: _, ...form }: OpenForm<Row>) {
  return (
    <CreateBase
      redirect={false}
      {...(transform && { transform })}
      mutationOptions={outcomeToasts({ ...outcome, onSuccess: form.onClose })}
    >
      <FormDialog {...form} />
    </CreateBase>
  );
}

function EditDialog<Row extends RaRecord>({
  id,
  outcome,
  transform,
  valuesOf = (row) => row,
  ...form
}: OpenForm<Row> & { id: number }) {
  const { refetch } = useListContext<Row>();
  const { onClose } = form;
  const onSuccess = () => {
    void refetch();
    onClose();
  };
  return (
    <EditBase<Row>
      id={id}
      redirect={false}
      mutationMode="pessimistic"
      // There is no such record.
      queryOptions={{ onError: onClose }}
      {...(transform && { transform })}
      mutationOptions={outcomeToasts({ ...outcome, onSuccess })}
      render={({ record }) =>
        record && (
          <RecordContextProvider value={valuesOf(record)}>
            <FormDialog {...form} />
          </RecordContextProvider>
        )
      }
    />
  );
}
