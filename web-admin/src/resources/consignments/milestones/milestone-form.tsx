import {
  type Milestone,
  type MilestoneDefinition,
  milestoneTitle,
  placeOfMilestone,
  RecordMilestoneSchema,
  saysArrived,
  UNSCANNED_CHOICE_LABELS,
  UNSCANNED_CHOICES,
  unscannedWords,
} from '@fasocolis/contracts/milestones';
import { WithdrawOrderEventSchema } from '@fasocolis/contracts/order-input';
import { Typography } from '@mui/material';
import { DateTimeInput, RadioButtonGroupInput, SelectInput, TextInput } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';

type Towns = readonly (string | undefined)[];

interface Recording {
  definitions: readonly MilestoneDefinition[];
  towns: Towns;
  /** How many orders were not scanned at their arrival, while others were. */
  unscanned: number;
}

export const recordForm = ({ definitions, towns, unscanned }: Recording) => ({
  title: 'Enregistrer un jalon',
  schema: RecordMilestoneSchema,
  submitLabel: 'Enregistrer',
  outcome: {
    success: 'Jalon enregistré',
    failure: (reason: string) => `Le jalon n'a pas pu être enregistré\u00a0: ${reason}`,
  },
  children: (
    <>
      <SelectInput
        source="definitionId"
        label="Jalon"
        choices={definitions.map(({ id, label }) => ({ id, name: label }))}
        isRequired
      />
      <PlaceInput definitions={definitions} towns={towns} />
      {unscanned > 0 && <UnscannedInput definitions={definitions} unscanned={unscanned} />}
      <DateTimeInput
        source="occurredAt"
        label="Date et heure"
        format={toInput}
        parse={fromInput}
        helperText="Heure du Burkina Faso (GMT). Laissé vide&nbsp;: maintenant."
      />
      <TextInput
        source="note"
        label="Texte"
        multiline
        minRows={2}
        helperText="Facultatif&nbsp;: les clients lisent ce texte avec le jalon."
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
    failure: (reason: string) => `Le jalon n'a pas pu être repris\u00a0: ${reason}`,
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

/** The definition that is chosen in the form. */
function useChosen(definitions: readonly MilestoneDefinition[]): MilestoneDefinition | undefined {
  const definitionId = useWatch<FieldValues, 'definitionId'>({ name: 'definitionId' });
  return definitions.find(({ id }) => id === definitionId);
}

function UnscannedInput({ definitions, unscanned }: Pick<Recording, 'definitions' | 'unscanned'>) {
  const definition = useChosen(definitions);
  if (!definition || !saysArrived(definition)) return null;
  return (
    <RadioButtonGroupInput
      source="unscanned"
      label={unscannedWords(unscanned)}
      choices={UNSCANNED_CHOICES.map((id) => ({ id, name: UNSCANNED_CHOICE_LABELS[id] }))}
      defaultValue="leave"
      row={false}
    />
  );
}

function PlaceInput({ definitions, towns }: { definitions: readonly MilestoneDefinition[]; towns: Towns }) {
  const definition = useChosen(definitions);
  const places = definition?.places ?? [];
  const usual = definition && placeOfMilestone(definition, towns);
  const helperText = usual ? `Laissé vide\u00a0: ${usual}.` : false;
  const input = { source: 'place', label: 'Lieu', isRequired: !usual, helperText } as const;
  if (places.length === 0) return <TextInput {...input} />;
  return <SelectInput {...input} choices={places.map((place) => ({ id: place, name: place }))} />;
}

/** Times are those of Burkina Faso, whatever the clock of the device says. */
const toInput = (instant: string | null | undefined) => instant?.slice(0, 16) ?? '';
const fromInput = (time: string) => (time ? `${time}:00.000Z` : undefined);
