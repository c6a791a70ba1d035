import {
  type Milestone,
  type MilestoneDefinition,
  milestoneTitle,
  RecordMilestoneSchema,
} from '@fasocolis/contracts/milestones';
import { WithdrawOrderEventSchema } from '@fasocolis/contracts/orders';
import { Typography } from '@mui/material';
import { DateTimeInput, SelectInput, TextInput } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';

export const recordForm = (definitions: readonly MilestoneDefinition[]) => ({
  title: 'Enregistrer un jalon',
  schema: RecordMilestoneSchema,
  submitLabel: 'Enregistrer',
  outcome: {
    success: 'Jalon enregistré',
    failure: (reason: string) => `Le jalon n'a pas pu être enregistré : ${reason}`,
  },
  children: (
    <>
      <SelectInput
        source="definitionId"
        label="Jalon"
        choices={definitions.map(({ id, label }) => ({ id, name: label }))}
        translateChoice={false}
        isRequired
        helperText={false}
      />
      <PlaceInput definitions={definitions} />
      <DateTimeInput
        source="occurredAt"
        label="Date et heure"
        format={toInput}
        parse={fromInput}
        helperText="Heure du Burkina Faso (GMT). Laissé vide : maintenant."
      />
      <TextInput
        source="note"
        label="Texte"
        multiline
        minRows={2}
        helperText="Facultatif : les clients lisent ce texte avec le jalon."
      />
    </>
  ),
});

export const withdrawForm = (milestone: Milestone) => ({
  title: 'Reprendre ce jalon',
  schema: WithdrawOrderEventSchema,
  defaultValues: { reason: '' },
  submitLabel: 'Reprendre le jalon',
  outcome: {
    success: 'Le jalon est en train d’être repris',
    failure: (reason: string) => `Le jalon n'a pas pu être repris : ${reason}`,
  },
  children: (
    <>
      <Typography sx={{ mb: 2 }}>
        «&nbsp;{milestoneTitle(milestone)}&nbsp;» est retiré de ses {milestone.applied} colis, qui redeviennent ce
        qu'ils étaient avant. Les messages qui ne sont pas encore partis ne partiront pas.
      </Typography>
      <TextInput
        source="reason"
        label="Raison"
        isRequired
        helperText="Ceux qui ont déjà été prévenus la lisent dans un message de correction."
      />
    </>
  ),
});

function PlaceInput({ definitions }: { definitions: readonly MilestoneDefinition[] }) {
  const definitionId = useWatch<FieldValues, 'definitionId'>({ name: 'definitionId' });
  const { places = [], defaultPlace } = definitions.find(({ id }) => id === definitionId) ?? {};
  if (places.length > 0) {
    return (
      <SelectInput
        source="place"
        label="Lieu"
        choices={places.map((place) => ({ id: place, name: place }))}
        translateChoice={false}
        isRequired={!defaultPlace}
        helperText={defaultPlace ? `Laissé vide : ${defaultPlace}.` : false}
      />
    );
  }
  return (
    <TextInput
      source="place"
      label="Lieu"
      isRequired={!defaultPlace}
      helperText={defaultPlace ? `Laissé vide : ${defaultPlace}.` : false}
    />
  );
}

/** Times are those of Burkina Faso, whatever the clock of the device says. */
const toInput = (instant: string | null | undefined) => instant?.slice(0, 16) ?? '';
const fromInput = (time: string) => (time ? `${time}:00.000Z` : undefined);
