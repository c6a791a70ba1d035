import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import { type CreateOrder, CreateOrderSchema, type Order, UpdateOrderSchema } from '@fasocolis/contracts/orders';
import { generateReference, isGuessable, REFERENCE_MIN } from '@fasocolis/contracts/reference';
import { Alert, Button, Typography } from '@mui/material';
import Sparkles from 'lucide-react/icons/sparkles';
import { BooleanInput, DateInput, NumberInput, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { useStatusOptions } from './status-options.ts';

export const createForm = {
  title: 'Nouvelle commande',
  schema: CreateOrderSchema,
  submitLabel: 'Créer',
  outcome: { success: 'Commande créée avec succès', failure: 'Échec de la création de la commande' },
  transform: (order: FieldValues) => ({ ...order, status: INITIAL_STATUS }),
  children: (
    <>
      <TextInput source="reference" isRequired helperText="Au moins 4 caractères." />
      <GuessableWarning />
      <GenerateReferenceButton />
      <DateInput source="estimatedDelivery" helperText="Facultative." />
      <NumberInput source="userId" min={1} step={1} helperText="Facultatif : le client à qui le colis appartient." />
    </>
  ),
};

export const updateForm = {
  title: <UpdateTitle />,
  schema: UpdateOrderSchema,
  submitLabel: 'Enregistrer',
  outcome: { success: 'Commande mise à jour avec succès', failure: 'Échec de la mise à jour de la commande' },
  /** Sent again, an unchanged text would become the note of the new status in the parcel's history. */
  transform: ({ latestUpdate, ...rest }: FieldValues, options?: { previousData?: FieldValues }) =>
    latestUpdate === options?.previousData?.latestUpdate ? rest : { ...rest, latestUpdate },
  children: (
    <StatusInputs textHint="Facultatif : le client lit ce texte avec le suivi de son colis. Visible par toute personne qui connaît le numéro." />
  ),
};

/** A new status, its text and whether customers are notified. */
export function StatusInputs({ textHint }: { textHint: string }) {
  const options = useStatusOptions(useRecordContext<Order>()?.status);
  return (
    <>
      <SelectInput source="status" choices={options} translateChoice={false} isRequired />
      <TextInput source="latestUpdate" multiline minRows={3} helperText={textHint} />
      <BooleanInput
        source="notifyCustomer"
        defaultValue={true}
        helperText="Un nouveau statut est annoncé au client et à tous ceux qui suivent ce colis."
      />
    </>
  );
}

function UpdateTitle() {
  return (
    <>
      Mettre à jour le statut
      <Typography component="span" sx={{ display: 'block', color: 'text.secondary' }}>
        {useRecordContext<Order>()?.reference}
      </Typography>
    </>
  );
}
/** Warns about a reference that strangers could guess. */
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
