import { CHANGE_ACTION_LABELS, CHANGE_SUBJECT_LABELS } from '@fasocolis/contracts/change-labels';
import { changedFields, changedName } from '@fasocolis/contracts/change-words';
import type { Change } from '@fasocolis/contracts/changes';
import { shortMoment } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import { SelectInput } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { ListExport } from '../../components/export-button.tsx';
import { SearchInput } from '../../components/filters.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { useStatusName } from '../../components/status-options.ts';
import { TabList } from '../../components/tab-list.tsx';
import { AuditLog, Author, LogFilters, logStyle } from './audit-log.tsx';

const Column = RecordColumn<Change>;

const TABS = [
  { name: 'order-changes', label: 'Commandes' },
  { name: 'message-changes', label: 'Annonces' },
  { name: 'product-changes', label: 'Produits' },
  { name: 'setting-changes', label: 'Paramètres' },
  { name: 'account-changes', label: 'Équipe et comptes' },
  { name: 'audit-events', label: 'Sécurité' },
] as const;

type ChangeLog = Exclude<(typeof TABS)[number]['name'], 'audit-events'>;

/** The kinds of each log. */
const KINDS: Record<ChangeLog, Change['subject'][]> = {
  'order-changes': ['order', 'order-status', 'consignment', 'milestone-definition', 'tariff', 'payment', 'setting'],
  'message-changes': ['notification', 'popup', 'delivery', 'person-to-tell'],
  'product-changes': ['product'],
  'setting-changes': ['setting', 'page', 'contact-message'],
  'account-changes': ['agent', 'user', 'team-security', 'sign-in-link'],
};

export default function Journal() {
  const [parameters, setParameters] = useSearchParams();
  const open = TABS.find(({ name }) => name === parameters.get('log'))?.name ?? 'order-changes';
  // A log may lack the filters of the one before.
  const openLog = (log: string) => setParameters({ log });
  return (
    <Screen title="Journal">
      <TabList label="Journal" tabs={TABS} open={open} onOpen={openLog}>
        <ScreenList key={open} resource={open} sort={{ field: 'id', order: 'DESC' }} perPage={50}>
          {open === 'audit-events' ? <AuditLog /> : <Changes kinds={KINDS[open]} />}
        </ScreenList>
      </TabList>
    </Screen>
  );
}

function Changes({ kinds }: { kinds: Change['subject'][] }) {
  return (
    <>
      <ChangeFilters kinds={kinds} />
      <ListExport fileName="journal.xlsx" success="Le journal a été exporté." />
      <RecordTable<Change> empty="Rien n'a encore été modifié." sx={logStyle}>
        <Column label="Quand" cellClassName="cell-moment" render={({ createdAt }) => shortMoment(createdAt)} />
        <Column label="Qui" isNamed render={Author} />
        <Column label="Quoi" cellClassName="cell-name" render={Subject} />
        <Column label="Action" cellClassName="cell-state" render={({ action }) => CHANGE_ACTION_LABELS[action]} />
        <Column label="Avant → après" render={ChangedFields} />
      </RecordTable>
    </>
  );
}

function ChangeFilters({ kinds }: { kinds: Change['subject'][] }) {
  const choices = kinds.map((id) => ({ id, name: CHANGE_SUBJECT_LABELS[id] }));
  return (
    <LogFilters first={<SearchInput label="Rechercher une référence" />}>
      {choices.length > 1 && <SelectInput source="subject" label="Genre" choices={choices} emptyText="Tous" />}
    </LogFilters>
  );
}

function Subject({ subject, subjectId, name }: Change) {
  const title = changedName({ subject, name });
  return (
    <>
      <span className="soft">{CHANGE_SUBJECT_LABELS[subject]}</span>
      {subject === 'order' ? <Link to={`/orders/${subjectId}`}>{title}</Link> : title}
    </>
  );
}

function ChangedFields(change: Change) {
  const statusName = useStatusName();
  return (
    <Box component="ul" className="plain-list" sx={{ overflowWrap: 'anywhere' }}>
      {changedFields(change, statusName).map((words) => (
        <li key={words}>{words}</li>
      ))}
    </Box>
  );
}
