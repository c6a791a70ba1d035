import { type Order, type UpdateOrder, UpdateOrderSchema } from '@fasocolis/contracts/orders';
import { Typography } from '@mui/material';
import { BooleanInput, EditBase, SelectInput, TextInput, useListContext } from 'react-admin';
import { FormDialog } from '../../components/form-dialog.tsx';
import { announce } from '../../components/outcome.ts';
import { useStatusOptions } from './use-status-options.ts';

interface OrderUpdateDialogProps {
  id: number;
  /** Also called when there is no such order; nothing has been shown then. */
  onClose: () => void;
}

export function OrderUpdateDialog({ id, onClose }: OrderUpdateDialogProps) {
  const { refetch } = useListContext<Order>();

  return (
    <EditBase<Order>
      id={id}
      redirect={false}
      mutationMode="pessimistic"
      queryOptions={{ onError: onClose }}
      transform={withoutUnchangedText}
      mutationOptions={announce({
        success: 'Commande mise à jour avec succès',
        failure: 'Échec de la mise à jour de la commande',
        onSuccess: () => {
          void refetch();
          onClose();
        },
      })}
      render={({ record }) => record && <UpdateForm order={record} onClose={onClose} />}
    />
  );
}

function UpdateForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const options = useStatusOptions(order.status);
  return (
    <FormDialog
      title={
        <>
          Mettre à jour le statut
          <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {order.reference}
          </Typography>
        </>
      }
      schema={UpdateOrderSchema}
      submitLabel="Enregistrer"
      onClose={onClose}
    >
      <SelectInput source="status" choices={options} translateChoice={false} isRequired />
      <TextInput
        source="latestUpdate"
        multiline
        minRows={3}
        helperText="Facultatif : le client lit ce texte avec le suivi de son colis. Visible par toute personne qui connaît le numéro."
      />
      <BooleanInput
        source="notifyCustomer"
        defaultValue={true}
        helperText="Un nouveau statut est annoncé au client et à tous ceux qui suivent ce colis."
      />
    </FormDialog>
  );
}

/** Sent again, an unchanged text would stand in the parcel's history as the note of the new status. */
function withoutUnchangedText(update: UpdateOrder, options?: { previousData?: Order }): UpdateOrder {
  const { latestUpdate, ...rest } = update;
  return latestUpdate === options?.previousData?.latestUpdate ? rest : update;
}
