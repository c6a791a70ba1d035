import {
  CreateMilestoneDefinitionSchema,
  type MilestoneDefinition,
  UpdateMilestoneDefinitionSchema,
} from '@fasocolis/contracts/milestones';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { BooleanInput, NumberInput, SelectInput, TextArrayInput, TextInput, useListContext } from 'react-admin';
import { useParameterInAddress } from '../../components/address.ts';
import { CreateButton } from '../../components/buttons.tsx';
import { MODES } from '../../components/choices.ts';
import { DefinitionTabs } from '../../components/definition-tabs.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { EditAndDelete, RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, ActiveBadge, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { useStatusName, useStatusOptions } from '../../components/status-options.ts';

const Column = RecordColumn<MilestoneDefinition>;

export default function DefinitionList() {
  const [parameter] = useParameterInAddress('mode');
  const mode: TransportMode = parameter === 'SEA' ? 'SEA' : 'AIR';
  return (
    <ScreenList sort={{ field: 'position', order: 'ASC' }} filter={{ mode }} perPage={50}>
      <DefinitionScreen mode={mode} />
    </ScreenList>
  );
}

function DefinitionScreen({ mode }: { mode: TransportMode }) {
  const { data = [] } = useListContext<MilestoneDefinition>();
  const dialogs = useRecordDialogs<MilestoneDefinition>();
  const statusName = useStatusName();
  const position = Math.max(0, ...data.map((definition) => definition.position)) + 1;
  return (
    <Screen title="Jalons" actions={<CreateButton onClick={dialogs.creation.open}>Nouveau jalon</CreateButton>}>
      <DefinitionTabs open={mode}>
        <RecordTable<MilestoneDefinition>
          cardsBelow={760}
          empty="Aucun jalon. Créez le premier."
          onOpen={({ id }) => dialogs.edit.open(id)}
        >
          <Column source="position" isNamed cellClassName="cell-soft" />
          <Column source="label" cellClassName="cell-name" />
          <Column source="status" isNamed disableSort render={({ status }) => statusName(status)} />
          <Column source="places" label="Lieu" isNamed disableSort render={placeWords} />
          <Column source="isActive" label="État" cellClassName="cell-state" render={ActiveBadge} />
          <ActionsColumn<MilestoneDefinition>>
            {(definition) => <EditAndDelete dialogs={dialogs} record={definition} name={definition.label} />}
          </ActionsColumn>
        </RecordTable>
      </DefinitionTabs>
      <RecordDialogs
        dialogs={dialogs}
        create={{ ...createForm, defaultValues: { ...NEW, position, mode } }}
        edit={editForm}
        remove={removal}
      />
    </Screen>
  );
}

const placeWords = ({ defaultPlace, places }: MilestoneDefinition) => defaultPlace ?? places.join(', ');

const NEW = { isActive: true, opensPickup: false, places: [] };

const fields = (
  <>
    <TextInput
      source="label"
      isRequired
      helperText="Le nom du jalon pour vous, dans l'historique et dans les messages."
    />
    <StatusInput />
    <TextInput source="defaultPlace" helperText="Facultatif&nbsp;: enregistré quand aucun lieu n'est choisi." />
    <TextArrayInput
      source="places"
      helperText="Facultatif&nbsp;: les seuls lieux possibles. Entrée après chacun. La ville de l'expédition ou de l'agent, si elle en est, passe avant le lieu habituel."
    />
    <NumberInput source="position" isRequired min={1} step={1} helperText="1 est le premier du trajet." />
    <BooleanInput source="opensPickup" helperText="Chaque colis reçoit alors un code de retrait." />
    <BooleanInput source="isActive" helperText="Un jalon inactif ne peut plus être choisi." />
  </>
);

const createForm = {
  title: 'Nouveau jalon',
  schema: CreateMilestoneDefinitionSchema,
  outcome: { success: 'Jalon créé', failure: "Le jalon n'a pas pu être créé" },
  children: (
    <>
      <SelectInput source="mode" choices={MODES} isRequired />
      {fields}
    </>
  ),
};

const editForm = {
  title: 'Modifier le jalon',
  schema: UpdateMilestoneDefinitionSchema,
  outcome: { success: 'Jalon mis à jour', failure: "Le jalon n'a pas pu être mis à jour" },
  children: fields,
};

const removal = {
  resource: 'milestone-definitions',
  name: ({ label }: MilestoneDefinition) => label,
  content: () => "Ce jalon ne pourra plus être choisi. Il reste dans l'historique des colis.",
  outcome: { success: 'Jalon supprimé', failure: "Le jalon n'a pas pu être supprimé" },
};

function StatusInput() {
  const choices = useStatusOptions();
  return <SelectInput source="status" choices={choices} isRequired />;
}
