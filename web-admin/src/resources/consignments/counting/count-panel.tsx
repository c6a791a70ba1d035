import type { Consignment, ConsignmentCount, CountedOrder, CountGroup } from '@fasocolis/contracts/consignments';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { countedResource, countQuery } from '../../../components/consignment-progress.ts';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { PartList } from '../../../components/lists.tsx';
import { useNames } from '../../../components/people-names.tsx';
import { RecordColumn, RecordTable } from '../../../components/record-list.tsx';
import { Section } from '../../../components/screen.tsx';
import { TabList } from '../../../components/tab-list.tsx';
import { below } from '../../../components/table-style.ts';
import { ScanButton } from '../scan-button.tsx';

const Column = RecordColumn<CountedOrder>;

/** Poll interval besides the socket, in milliseconds: a lost frame must not leave an old count on the screen. */
const POLL_MS = 10_000;
/** In pixels. */
const CARDS_BELOW = 640;

const GROUPS: Record<CountGroup, string> = {
  expected: 'Attendus',
  loaded: 'Chargés',
  arrived: 'Arrivés',
  missing: 'Manquants',
  extra: 'En trop',
};

const EMPTY: Record<CountGroup, string> = {
  expected: 'Aucun colis dans cette expédition.',
  loaded: 'Aucun colis entièrement chargé pour le moment.',
  arrived: 'Aucun colis entièrement arrivé pour le moment.',
  missing: 'Aucun colis ne manque.',
  extra: 'Aucun colis en trop.',
};

const ENDS: Record<NonNullable<ConsignmentCount['end']>, string> = {
  load: 'Manquants\u00a0: attendus, et pas encore scannés au chargement.',
  arrive: "Manquants\u00a0: attendus, et pas encore scannés à l'arrivée.",
};

/** What was counted of a consignment at both ends, kept up to date while several agents scan. */
export function CountPanel({ consignment }: { consignment: Consignment }) {
  const { id, state } = consignment;
  const [group, setGroup] = useState<CountGroup>('expected');
  const { data: count, error, refetch } = useQuery({ ...countQuery(id), refetchInterval: POLL_MS });
  if (error && !count) {
    const retry = () => void refetch();
    return <LoadFailure onRetry={retry}>Le pointage n'a pas pu être chargé. {error.message}</LoadFailure>;
  }
  if (!count) return <Loading height={240} />;
  const tabs = (Object.keys(GROUPS) as CountGroup[]).map((name) => ({
    name,
    label: <CountLabel group={name} count={count[name]} />,
  }));
  return (
    <Section title="Pointage">
      {state !== 'closed' && (
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1, mb: 1 }}>
          <ScanButton consignment={consignment} mode="load">
            Scanner au chargement
          </ScanButton>
          <ScanButton consignment={consignment} mode="arrive">
            Scanner à l'arrivée
          </ScanButton>
        </Box>
      )}
      <TabList label="Pointage" tabs={tabs} open={group} onOpen={setGroup}>
        <Typography sx={{ mb: 1, color: 'text.secondary' }}>
          {count.end ? ENDS[count.end] : "Rien n'a été scanné pour cette expédition\u00a0: personne ne manque encore."}
        </Typography>
        <PartList
          key={group}
          resource={countedResource(id)}
          filter={{ group }}
          sort={{ field: 'id', order: 'ASC' }}
          perPage={50}
          queryOptions={{ refetchInterval: POLL_MS }}
        >
          <CountedTable group={group} />
        </PartList>
      </TabList>
    </Section>
  );
}

function CountLabel({ group, count }: { group: CountGroup; count: number }) {
  const isAlarm = count > 0 && (group === 'missing' || group === 'extra');
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'center' }}>
      <Box component="strong" sx={{ fontSize: 22, color: isAlarm ? 'var(--fc-danger)' : 'text.primary' }}>
        {count.toLocaleString('fr-FR')}
      </Box>
      {GROUPS[group]}
    </Box>
  );
}

/** "2 sur 3", or what one piece is. */
const ofPieces = (count: number, { pieces }: CountedOrder, words: string) => {
  if (pieces !== null && pieces > 1) return `${count} sur ${pieces}`;
  return count > 0 ? words : 'Non';
};

function CountedTable({ group }: { group: CountGroup }) {
  const { data = [] } = useListContext<CountedOrder>();
  const nameOf = useNames(
    [],
    data.map(({ recipientName, userId }) => (recipientName === null ? userId : null)),
  );
  return (
    <RecordTable<CountedOrder>
      size="small"
      cardsBelow={CARDS_BELOW}
      pageSizes={[50, 100]}
      empty={EMPTY[group]}
      rowSx={() => (group === 'missing' ? missingStyle : {})}
      sx={tableStyle}
    >
      <Column
        source="reference"
        label="Référence"
        disableSort
        cellClassName="cell-name"
        render={({ id, reference }) => <Link to={`/orders/${id}`}>{reference}</Link>}
      />
      <Column
        source="status"
        label="Statut"
        disableSort
        cellClassName="cell-state"
        render={(order) => <StatusBadge order={order} />}
      />
      <Column
        source="recipientName"
        isNamed
        label="Client"
        disableSort
        cellClassName="cell-client"
        render={({ recipientName, userId }) => recipientName ?? (userId === null ? 'Inconnu' : nameOf(userId))}
      />
      <Column
        source="recipientPhone"
        label="Téléphone"
        isNamed
        disableSort
        render={({ recipientPhone }) => recipientPhone && spacedPhone(recipientPhone)}
      />
      <Column
        source="loadedPieces"
        label="Chargé"
        isNamed
        disableSort
        render={(order) => ofPieces(order.loadedPieces, order, 'Chargé')}
      />
      <Column
        source="arrivedPieces"
        label="Arrivé"
        isNamed
        disableSort
        render={(order) => ofPieces(order.arrivedPieces, order, 'Arrivé')}
      />
    </RecordTable>
  );
}

const missingStyle = { '& .cell-name a, & .cell-client': { color: 'var(--fc-danger)', fontWeight: 700 } };

const tableStyle = {
  '& .column-recipientPhone': { whiteSpace: 'nowrap' },
  ...below(CARDS_BELOW, { '& tbody .cell-state': { gridArea: '2 / 1 / auto / -1' } }),
};
