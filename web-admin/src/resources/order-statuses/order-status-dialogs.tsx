import { CreateOrderStatusSchema, type OrderStatus } from '@fasocolis/contracts/orders';
import { useState } from 'react';
import { BooleanInput, CreateBase, EditBase, NumberInput, TextInput, useListContext } from 'react-admin';
import { FormDialog } from '../../components/form-dialog.tsx';
import { announce } from '../../components/outcome.ts';

interface DialogProps {
  onClose: () => void;
}

export function OrderStatusCreateDialog({ onClose }: DialogProps) {
  const { data = [] } = useListContext<OrderStatus>();
  // As it was when the dialog opened: a default that changed later would reset the form.
  const [defaultValues] = useState(() => ({
    displayOrder: Math.max(0, ...data.map(({ displayOrder }) => displayOrder)) + 1,
    isActive: true,
  }));

  return (
    <CreateBase
      redirect={false}
      mutationOptions={announce({
        success: 'Statut de commande créé avec succès',
        failure: 'Échec de la création du statut de commande',
        onSuccess: onClose,
      })}
    >
      <FormDialog
        title="Nouveau statut de commande"
        schema={CreateOrderStatusSchema}
        defaultValues={defaultValues}
        submitLabel="Créer"
        onClose={onClose}
      >
        <OrderStatusInputs />
      </FormDialog>
    </CreateBase>
  );
}

export function OrderStatusEditDialog({ status, onClose }: DialogProps & { status: OrderStatus }) {
  const { refetch } = useListContext<OrderStatus>();

  return (
    <EditBase<OrderStatus>
      id={status.id}
      redirect={false}
      mutationMode="pessimistic"
      queryOptions={{ onError: onClose }}
      mutationOptions={announce({
        success: 'Statut de commande mis à jour avec succès',
        failure: 'Échec de la mise à jour du statut de commande',
        onSuccess: () => {
          void refetch();
          onClose();
        },
      })}
      render={({ record }) =>
        record && (
          <FormDialog
            title="Modifier le statut de commande"
            schema={CreateOrderStatusSchema}
            submitLabel="Enregistrer"
            onClose={onClose}
          >
            <OrderStatusInputs />
          </FormDialog>
        )
      }
    />
  );
}

function OrderStatusInputs() {
  return (
    <>
      <TextInput source="code" isRequired helperText="Par exemple EN_DOUANE." />
      <TextInput source="label" isRequired helperText="Le nom du statut pour vous et dans les messages aux clients." />
      <NumberInput source="displayOrder" isRequired min={1} step={1} helperText="1 est le premier." />
      <BooleanInput source="isActive" helperText="Un statut inactif ne peut plus être choisi." />
    </>
  );
}
