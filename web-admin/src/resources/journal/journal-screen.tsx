import { CHANGE_SUBJECT_LABELS } from '@fasocolis/contracts/change-labels';
import type { Change } from '@fasocolis/contracts/changes';
import type { StaffMember } from '@fasocolis/contracts/team';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import {
  AutocompleteInput,
  DataTable,
  DateInput,
  FilterLiveForm,
  ListBase,
  ReferenceField,
  ReferenceInput,
  SelectInput,
  TextField,
  useListContext,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { useParameterInAddress } from '../../components/address.ts';
import { actionWords, changedFields } from '../../components/change-words.ts';
import { ExportButton } from '../../components/export-button.tsx';
import { RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { TabList } from '../../components/tab-list.tsx';

const TABS = [
  { name: 'order-changes', label: 'Commandes, expéditions et statuts' },
  { name: 'message-changes', label: 'Annonces, popups et envois' },
  { name: 'product-changes', label: 'Produits' },
  { name: 'setting-changes', label: 'Paramètres, pages et messages' },
  { name: 'account-changes', label: 'Équipe et comptes' },
] as const;

/** The kinds of each log. */
const KINDS: Record<(typeof TABS)[number]['name'], Change['subject'][]> = {
  'order-changes': ['order', 'order-status', 'consignment', 'milestone-definition', 'tariff', 'payment', 'setting'],
  'message-changes': ['notification', 'popup', 'delivery', 'person-to-tell'],
  'product-changes': ['product'],
  'setting-changes': ['setting', 'page', 'contact-message'],
  'account-changes': ['agent', 'user', 'team-security', 'sign-in-link'],
};

const Column = DataTable.Col<Change>;

export default function Journal() {
  const [log, openLog] = useParameterInAddress('log');
  const open = TABS.find(({ name }) => name === log)?.name ?? 'order-changes';
  return (
    <Screen title="Journal">
      <TabList label="Journal" tabs={TABS} open={open} onOpen={openLog}>
        <ListBase key={open} resource={open} sort={{ field: 'id', order: 'DESC' }} perPage={50} storeKey={false}>
          <ChangeFilters kinds={KINDS[open]} />
          <LogExport />
          <RecordTable<Change> empty="Rien n'a encore été modifié." sx={tableStyle}>
            <Column label="Quand" disableSort render={({ createdAt }) => longMoment(createdAt)} />
            <Column label="Qui" disableSort data-label="Qui" render={Author} />
            <Column label="Quoi" disableSort cellClassName="cell-name" render={Subject} />
            <Column label="Action" disableSort cellClassName="cell-state" render={actionWords} />
            <Column label="Avant → après" disableSort render={ChangedFields} />
          </RecordTable>
        </ListBase>
      </TabList>
    </Screen>
  );
}

function LogExport() {
  const { resource, filterValues } = useListContext();
  const query = new URLSearchParams({ filter: JSON.stringify(filterValues) });
  return (
    <ExportButton
      address={`/api/${resource}/export/excel?${query}`}
      fileName="journal.xlsx"
      success="Le journal a été exporté."
    />
  );
}

function ChangeFilters({ kinds }: { kinds: Change['subject'][] }) {
  const choices = kinds.map((id) => ({ id, name: CHANGE_SUBJECT_LABELS[id] }));
  return (
    <Box sx={filterStyle}>
      <FilterLiveForm>
        <SearchInput source="q" label="Rechercher une référence" />
        <ReferenceInput source="userId" reference="staff">
          <AutocompleteInput label="Personne" optionText={fullName} filterToQuery={toQuery} helperText={false} />
        </ReferenceInput>
        {choices.length > 1 && (
          <SelectInput
            source="subject"
            label="Genre"
            choices={choices}
            translateChoice={false}
            emptyText="Tous"
            helperText={false}
          />
        )}
        <DateInput source="from" label="Du" helperText={false} />
        <DateInput source="to" label="au" helperText={false} />
      </FilterLiveForm>
    </Box>
  );
}

const fullName = ({ firstName, lastName }: StaffMember) => `${firstName} ${lastName}`;
const toQuery = (q: string) => ({ q });

function Author({ userId }: Change) {
  if (userId === null) return 'FasoColis';
  return (
    <ReferenceField source="userId" reference="staff" link={false} emptyText={`n° ${userId}`}>
      <TextField source="firstName" /> <TextField source="lastName" />
    </ReferenceField>
  );
}

function Subject({ subject, subjectId, name }: Change) {
  return (
    <>
      <span className="soft">{CHANGE_SUBJECT_LABELS[subject]}</span>
      {subject === 'order' ? <Link to={`/orders/${subjectId}`}>{name}</Link> : name}
    </>
  );
}

function ChangedFields(change: Change) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
      {changedFields(change).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </Box>
  );
}

const filterStyle = {
  mb: 2,
  '& form': { display: 'flex', flexWrap: 'wrap', columnGap: 2 },
  '& .ra-input': { flex: '1 1 200px', maxWidth: { sm: 320 } },
} as const;

const tableStyle = {
  '& tbody td': { verticalAlign: 'top', fontSize: 'var(--fc-text-small)' },
  '& a': { color: 'primary.main' },
} as const;
