import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import { type CreateOrder, CreateOrderSchema } from '@fasocolis/contracts/orders';
import { generateReference, isGuessable, REFERENCE_MIN } from '@fasocolis/contracts/reference';
import { Alert, Button } from '@mui/material';
import Sparkles from 'lucide-react/icons/sparkles';
import { CreateBase, DateInput, NumberInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { FormDialog } from '../../components/form-dialog.tsx';
import { announce } from '../../components/outcome.ts';

export function OrderCreateDialog({ onClose }: { onClose: () => void }) {
  return (
    <CreateBase
      redirect={false}
      transform={(order: CreateOrder) => ({ ...order, status: INITIAL_STATUS })}
      mutationOptions={announce({
        success: 'Commande créée avec succès',
        failure: 'Échec de la création de la commande',
        onSuccess: onClose,
      })}
    >
      <FormDialog title="Nouvelle commande" schema={CreateOrderSchema} submitLabel="Créer" onClose={onClose}>
        <TextInput source="reference" isRequired helperText="Au moins 4 caractères." />
        <GuessableWarning />
        <GenerateReferenceButton />
        <DateInput source="estimatedDelivery" helperText="Facultative." />
        <NumberInput source="userId" min={1} step={1} helperText="Facultatif : le client à qui le colis appartient." />
      </FormDialog>
    </CreateBase>
  );
}

/** Advises against a reference that strangers can find, once it is long enough to be taken. */
function GuessableWarning() {
  const reference = useWatch<CreateOrder, 'reference'>({ name: 'reference' }) ?? '';
  const isShown = reference.trim().length >= REFERENCE_MIN && isGuessable(reference);
  return (
    <div role="status">
      {isShown && (
        <Alert severity="warning" role="presentation">
          Cette référence est facile à deviner&nbsp;: toute personne qui la trouve verra le colis. Utilisez
          «&nbsp;Générer une référence&nbsp;».
        </Alert>
      )}
    </div>
  );
}

function GenerateReferenceButton() {
  const { setValue, formState } = useFormContext<CreateOrder>();
  const generate = () =>
    setValue('reference', generateReference(), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  return (
    <Button startIcon={<Sparkles aria-hidden size={18} />} onClick={generate} sx={{ mb: 1 }}>
      Générer une référence
    </Button>
  );
}
