import {
  CreateMilestoneDefinitionSchema,
  type MilestoneDefinition,
  UpdateMilestoneDefinitionSchema,
} from '@fasocolis/contracts/milestones';
import type { TransportMode } from '@fasocolis/contracts/orders';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import {
  BooleanInput,
  DataTable,
  ListBase,
  NumberInput,
  SelectInput,
  TextArrayInput,
  TextInput,
  useListContext,
} from 'react-admin';
import { useParameterInAddress } from '../../components/address.ts';
import { CreateButton, IconAction } from '../../components/buttons.tsx';
import { MODES } from '../../components/change-words.ts';
import { DefinitionTabs } from '../../components/definition-tabs.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, ActiveBadge, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { useStatusOptions } from '../../components/status-options.ts';

const Column = DataTable.Col<MilestoneDefinition>;

export default function DefinitionList() {
  const [parameter] = useParameterInAddress('mode');
  const mode: TransportMode = parameter === 'SEA' ? 'SEA' : 'AIR';
  return (
    <ListBase sort={{ field: 'position', order: 'ASC' }} filter={{ mode }} perPage={50} storeKey={false}>
      <DefinitionScreen mode={mode} />
    </ListBase>
  );
}

function DefinitionScreen({ mode }: { mode: TransportMode }) {
  const { data = [] } = useListContext<MilestoneDefinition>();
  const dialogs = useRecordDialogs<MilestoneDefinition>();
  const statuses = useStatusOptions();
  const statusName = (code: string) => statuses.find(({ id }) => id === code)?.name ?? code;
  const position = Math.max(0, ...data.map((definition) => definition.position)) + 1;
  return (
    <Screen title="Jalons" actions={<CreateButton onClick={dialogs.creation.open}>Nouveau jalon</CreateButton>}>
      <DefinitionTabs open={mode}>
        <RecordTable<MilestoneDefinition>
          cardsBelow={760}
          empty="Aucun jalon. Créez le premier."
          onOpen={({ id }) => dialogs.edit.open(id)}
        >
          <Column source="position" data-label="Position" cellClassName="cell-soft" />
          <Column source="label" cellClassName="cell-name" />
          <Column
            source="status"
            data-label="Statut des colis"
            disableSort
            render={({ status }) => statusName(status)}
          />
          <Column source="places" label="Lieu" data-label="Lieu" disableSort render={placeWords} />
          <Column source="isActive" label="État" cellClassName="cell-state" render={ActiveBadge} />
          <ActionsColumn<MilestoneDefinition>>
            {({ id, label, ...rest }) => (
              <>
                <IconAction label={`Modifier ${label}`} icon={Pencil} onClick={() => dialogs.edit.open(id)} />
                <IconAction
                  label={`Supprimer ${label}`}
                  icon={Trash2}
                  color="error"
                  onClick={() => dialogs.setRemoved({ id, label, ...rest })}
                />
              </>
            )}
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
    <TextInput source="defaultPlace" helperText="Facultatif : enregistré quand aucun lieu n'est choisi." />
    <TextArrayInput
      source="places"
      helperText="Facultatif : les seuls lieux possibles. Entrée après chacun. La ville de l'expédition ou de l'agent, si elle en est, passe avant le lieu habituel."
    />
    <NumberInput source="position" isRequired min={1} step={1} helperText="1 est le premier du trajet." />
    <BooleanInput source="opensPickup" helperText="Chaque colis reçoit alors un code de retrait." />
    <BooleanInput source="isActive" helperText="Un jalon inactif ne peut plus être choisi." />
  </>
);

const createForm = {
  title: 'Nouveau jalon',
  schema: CreateMilestoneDefinitionSchema,
  submitLabel: 'Créer',
  outcome: { success: 'Jalon créé', failure: "Le jalon n'a pas pu être créé" },
  children: (
    <>
      <SelectInput source="mode" choices={MODES} translateChoice={false} isRequired helperText={false} />
      {fields}
    </>
  ),
};

const editForm = {
  title: 'Modifier le jalon',
  schema: UpdateMilestoneDefinitionSchema,
  submitLabel: 'Enregistrer',
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
  return <SelectInput source="status" choices={choices} translateChoice={false} isRequired helperText={false} />;
}
