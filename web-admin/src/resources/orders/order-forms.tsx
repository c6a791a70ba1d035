import { changedFields } from '@fasocolis/contracts/change-words';
import {
  ChangeStatusSchema,
  CorrectOrderSchema,
  type CreateOrder,
  CreateOrderSchema,
  WithdrawOrderEventSchema,
} from '@fasocolis/contracts/order-input';
import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { generateReference, isGuessable, REFERENCE_MIN } from '@fasocolis/contracts/reading/reference';
import { Alert, Box, Button, Typography } from '@mui/material';
import Sparkles from 'lucide-react/icons/sparkles';
import { useState } from 'react';
import { BooleanInput, DateInput, NumberInput, SelectInput, TextInput, useRecordContext } from 'react-admin';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import { GOODS, MODES } from '../../components/choices.ts';
import { FrancsInput } from '../../components/payments.tsx';
import { PhoneInput } from '../../components/phone-input.tsx';
import { useWhatsapp } from '../../components/settings.ts';
import { useStatusName, useStatusOptions } from '../../components/status-options.ts';
import { WithSubtitle } from '../../components/work-dialog.tsx';
import { VolumeInput, WeightInput } from './measure-input.tsx';
import { PersonInput } from './person-input.tsx';

export const createForm = {
  title: 'Nouvelle commande',
  schema: CreateOrderSchema,
  outcome: { success: 'Commande créée avec succès', failure: 'Échec de la création de la commande' },
  /** Leaves out the optional fields that were not filled in. */
  transform: (order: FieldValues) => ({
    ...Object.fromEntries(Object.entries(order).filter(([, value]) => value != null)),
    status: INITIAL_STATUS,
  }),
  children: (
    <>
      <TextInput source="reference" isRequired helperText="Au moins 4 caractères." />
      <GuessableWarning />
      <GenerateReferenceButton />
      <DateInput source="estimatedDelivery" helperText="Facultative." />
      <FileInputs />
    </>
  ),
};

const saved = { success: 'Commande mise à jour avec succès', failure: 'Échec de la mise à jour de la commande' };

export const updateForm = {
  title: <TitleWithReference>Mettre à jour le statut</TitleWithReference>,
  schema: ChangeStatusSchema,
  outcome: saved,
  /** An unchanged text is not sent: it would become the note of the new status in the history. */
  transform: ({ latestUpdate, ...rest }: FieldValues, options?: { previousData?: FieldValues }) =>
    latestUpdate === options?.previousData?.latestUpdate ? rest : { ...rest, latestUpdate },
  children: (
    <>
      <ChangesMeanwhile />
      <StatusInputs />
    </>
  ),
};

export const correctionForm = {
  title: <TitleWithReference>Modifier le colis</TitleWithReference>,
  schema: CorrectOrderSchema,
  outcome: saved,
  children: (
    <>
      <ChangesMeanwhile />
      <TextInput source="reference" isRequired helperText="L'ancienne référence continue de mener à ce colis." />
      <DateInput source="estimatedDelivery" helperText="Facultative." />
      <LaterDateInputs />
      <FileInputs />
    </>
  ),
};

/** "Attribuer": gives a parcel without an owner to one. */
export const assignForm = {
  title: <TitleWithReference>Attribuer le colis</TitleWithReference>,
  schema: CorrectOrderSchema,
  submitLabel: 'Attribuer',
  outcome: { success: 'Colis attribué', failure: "Le colis n'a pas pu être attribué" },
  children: (
    <>
      <ChangesMeanwhile />
      <ReceiverInputs />
    </>
  ),
};

export const withdrawForm = {
  title: 'Annuler cet événement',
  schema: WithdrawOrderEventSchema,
  defaultValues: { reason: '' },
  submitLabel: "Confirmer l'annulation",
  outcome: { success: 'Événement annulé', failure: "L'événement n'a pas pu être annulé" },
  children: (
    <>
      <Typography sx={{ mb: 2 }}>
        Les clients ne le verront plus, et le statut redevient celui d'avant. Un e-mail qui n'est pas encore parti ne
        partira pas.
      </Typography>
      <TextInput
        source="reason"
        label="Raison"
        isRequired
        helperText="Gardée dans le dossier, jamais montrée aux clients."
      />
    </>
  ),
};

function FileInputs() {
  const hasWhatsapp = useWhatsapp();
  return (
    <>
      <ReceiverInputs />
      {hasWhatsapp && (
        <BooleanInput source="recipientConsent" helperText="Cochez seulement si la personne vous l'a dit." />
      )}
      <SelectInput source="mode" choices={[...MODES]} emptyText="Inconnu" />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', columnGap: 2 }}>
        <NumberInput source="pieces" min={1} step={1} />
        <WeightInput />
        <VolumeInput />
      </Box>
      <TextInput source="contents" helperText="Facultatif&nbsp;: par exemple Chaussures, 20 paires." />
      <SelectInput source="goodsKind" choices={[...GOODS]} emptyText="Inconnue" />
      <FrancsInput source="declaredValue" helperText="Facultative&nbsp;: ce que vaut le contenu." />
    </>
  );
}

function ReceiverInputs() {
  return (
    <>
      <PersonInput />
      <TextInput source="recipientName" helperText="Facultatif. Le public voit le prénom et une initiale." />
      <PhoneInput source="recipientPhone" />
    </>
  );
}

/** The reason of a later date, and whether customers are notified; hidden for any other date. */
function LaterDateInputs() {
  const former = useRecordContext<StaffOrder>()?.estimatedDelivery;
  const date = useWatch<FieldValues, 'estimatedDelivery'>({ name: 'estimatedDelivery' });
  if (!former || !date || date <= former) return null;
  return (
    <>
      <TextInput source="reason" helperText="Facultative&nbsp;: le client lit pourquoi son colis arrive plus tard." />
      <BooleanInput
        source="notifyCustomer"
        defaultValue={true}
        helperText="La nouvelle date est annoncée au client et à tous ceux qui suivent ce colis."
      />
    </>
  );
}

function StatusInputs() {
  const options = useStatusOptions(useRecordContext<StaffOrder>()?.status);
  return (
    <>
      <SelectInput source="status" choices={options} isRequired helperText="" />
      <TextInput
        source="latestUpdate"
        multiline
        minRows={3}
        helperText="Facultatif&nbsp;: le client lit ce texte avec le suivi de son colis. Visible par toute personne qui connaît le numéro."
      />
      <BooleanInput
        source="notifyCustomer"
        defaultValue={true}
        helperText="Un nouveau statut est annoncé au client et à tous ceux qui suivent ce colis."
      />
    </>
  );
}

/** What the two forms edit; of an order, their other fields are always undefined. */
const { updatedAt: _version, ...editedFields } = { ...CorrectOrderSchema.shape, ...ChangeStatusSchema.shape };
const EDITED = Object.keys(editedFields) as (keyof typeof editedFields & keyof StaffOrder)[];

/** The fields that another administrator changed since the form was opened. */
function ChangesMeanwhile() {
  const record = useRecordContext<StaffOrder>();
  const [opened] = useState(record);
  const statusName = useStatusName();
  const changed = EDITED.filter((field) => record?.[field] !== opened?.[field]);
  if (!record || !opened || changed.length === 0) return null;
  const only = (order: StaffOrder) => Object.fromEntries(changed.map((field) => [field, order[field] ?? null]));
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      Quelqu'un a modifié ce colis entre-temps&nbsp;:
      <ul>
        {changedFields({ before: only(opened), after: only(record) }, statusName).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Alert>
  );
}

function TitleWithReference({ children }: { children: string }) {
  return <WithSubtitle subtitle={useRecordContext<StaffOrder>()?.reference}>{children}</WithSubtitle>;
}

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
