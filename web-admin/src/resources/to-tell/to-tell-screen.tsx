import { Box } from '@mui/material';
import { useParameterInAddress } from '../../components/address.ts';
import { ListSearch } from '../../components/filters.tsx';
import { PartList } from '../../components/lists.tsx';
import { Screen } from '../../components/screen.tsx';
import { counted, TabList } from '../../components/tab-list.tsx';
import { NOT_TOLD, useTotal } from '../../components/totals.tsx';
import { LinkRequests } from './link-requests.tsx';
import { PersonQueue } from './person-queue.tsx';
import { StoppedTable } from './stopped-table.tsx';
import { ToldTable } from './told-table.tsx';

/** New people appear while staff works through the others. */
const REFRESH_MS = 30_000;

const TABS = {
  waiting: {
    resource: 'to-tell',
    filter: NOT_TOLD,
    sort: { field: 'id', order: 'ASC' },
    perPage: 100,
    Content: PersonQueue,
  },
  told: {
    resource: 'to-tell',
    filter: { told: true },
    sort: { field: 'toldAt', order: 'DESC' },
    perPage: 25,
    Content: ToldTable,
  },
  stopped: {
    resource: 'stopped-numbers',
    filter: {},
    sort: { field: 'stoppedAt', order: 'DESC' },
    perPage: 25,
    Content: StoppedTable,
  },
} as const;

export default function ToTellScreen() {
  const [tab, openTab] = useParameterInAddress('tab');
  const open = tab === 'told' || tab === 'stopped' ? tab : 'waiting';
  const { Content, ...list } = TABS[open];
  const { total } = useTotal('to-tell', NOT_TOLD);
  return (
    <Screen title="À prévenir">
      <TabList
        label="Personnes à montrer"
        tabs={[
          { name: 'waiting', label: counted('À prévenir', total) },
          { name: 'told', label: 'Prévenues' },
          { name: 'stopped', label: 'À ne plus prévenir' },
        ]}
        open={open}
        onOpen={(name) => openTab(name === 'waiting' ? undefined : name)}
      >
        {open === 'waiting' && <LinkRequests />}
        <PartList key={open} {...list} queryOptions={{ refetchInterval: REFRESH_MS }}>
          <Box sx={{ maxWidth: 560, mb: 2 }}>
            <ListSearch label="Nom, numéro, colis ou étape" />
          </Box>
          <Content />
        </PartList>
      </TabList>
    </Screen>
  );
}
