import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { Box } from '@mui/material';
import { FilterLiveForm, ListBase } from 'react-admin';
import { useParameterInAddress } from '../../components/address.ts';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { counted, TabList } from '../../components/tab-list.tsx';
import { NOT_TOLD, useTotal } from '../../components/totals.tsx';
import { PersonQueue } from './person-queue.tsx';
import { ToldTable } from './told-table.tsx';

/** New people appear while staff works through the others. */
const REFRESH_MS = 30_000;

export default function ToTellScreen() {
  const [tab, openTab] = useParameterInAddress('tab');
  const isTold = tab === 'told';
  const { total } = useTotal('to-tell', NOT_TOLD);
  return (
    <Screen title="À prévenir">
      <TabList
        label="Personnes à montrer"
        tabs={[
          { name: 'waiting', label: counted('À prévenir', total) },
          { name: 'told', label: 'Prévenues' },
        ]}
        open={isTold ? 'told' : 'waiting'}
        onOpen={(name) => openTab(name === 'told' ? name : undefined)}
      >
        <ListBase<PersonToTell>
          key={isTold ? 'told' : 'waiting'}
          resource="to-tell"
          filter={{ told: isTold }}
          sort={isTold ? { field: 'toldAt', order: 'DESC' } : { field: 'id', order: 'ASC' }}
          perPage={isTold ? 25 : 100}
          storeKey={false}
          disableSyncWithLocation
          queryOptions={{ refetchInterval: REFRESH_MS }}
        >
          <Box sx={{ maxWidth: 560, mb: 2 }}>
            <FilterLiveForm>
              <SearchInput source="q" label="Nom, numéro, colis ou étape" />
            </FilterLiveForm>
          </Box>
          {isTold ? <ToldTable /> : <PersonQueue />}
        </ListBase>
      </TabList>
    </Screen>
  );
}
