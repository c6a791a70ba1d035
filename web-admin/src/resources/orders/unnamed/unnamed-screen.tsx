import type { StaffClaim } from '@fasocolis/contracts/claims';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box, Card, Typography } from '@mui/material';
import { useGetList, useRefresh } from 'react-admin';
import { Link } from 'react-router-dom';
import { useIdInAddress } from '../../../components/address.ts';
import { ListSearch } from '../../../components/filters.tsx';
import { PartList } from '../../../components/lists.tsx';
import { FirstPhoto } from '../../../components/reception-photos.tsx';
import { EditDialog } from '../../../components/record-dialogs.tsx';
import { RecordGrid } from '../../../components/record-list.tsx';
import { Screen } from '../../../components/screen.tsx';
import { MainButton } from '../../../components/text-button.tsx';
import { UNNAMED } from '../../../components/totals.tsx';
import { assignForm } from '../order-forms.tsx';
import { ParcelClaims } from './parcel-claims.tsx';

const DAY_MS = 24 * 3600 * 1000;
/** The claims of one screen of parcels; older ones come first. */
const CLAIMS = { pagination: { page: 1, perPage: 100 }, sort: { field: 'createdAt', order: 'ASC' } } as const;

/** Parcels in the warehouse that belong to nobody yet, those that wait longest first. */
export default function UnnamedScreen() {
  const refresh = useRefresh();
  const assignment = useIdInAddress('assign');
  const { data: claims = [] } = useGetList<StaffClaim>('claims', { ...CLAIMS, filter: { open: true } });
  return (
    <Screen title="Sans nom">
      <PartList resource="orders" filter={UNNAMED} sort={{ field: 'createdAt', order: 'ASC' }} perPage={24}>
        <ListSearch sx={{ maxWidth: { sm: 320 }, mb: 2 }} />
        <RecordGrid<StaffOrder>
          minWidth={320}
          height={280}
          emptyTitle="Chaque colis a un nom"
          empty="Un colis reçu sans client ni téléphone attend ici que vous l'attribuiez."
        >
          {(order) => (
            <ParcelCard
              order={order}
              claims={claims.filter(({ orderId }) => orderId === order.id)}
              onAssign={() => assignment.open(order.id)}
            />
          )}
        </RecordGrid>
      </PartList>
      {assignment.id !== undefined && (
        <EditDialog<StaffOrder>
          key={assignment.id}
          {...assignForm}
          resource="orders"
          id={assignment.id}
          onSaved={refresh}
          onClose={assignment.close}
        />
      )}
    </Screen>
  );
}

function ParcelCard({ order, claims, onAssign }: { order: StaffOrder; claims: StaffClaim[]; onAssign: () => void }) {
  const { id, reference, aliases, createdAt, weightGrams, volumeCm3, recipientName, photos = [] } = order;
  const measures = [
    weightGrams !== null && writtenWeight(weightGrams),
    volumeCm3 !== null && writtenVolume(volumeCm3),
    recipientName,
  ];
  return (
    <Card component="article" aria-label={reference} sx={{ display: 'grid', gap: 1, p: 2, height: '100%' }}>
      <FirstPhoto ids={photos} />
      <Box>
        <Typography component="h2" sx={referenceStyle}>
          <Link to={`/orders/${id}`}>{aliases[0] ?? reference}</Link>
        </Typography>
        {aliases.length > 0 && <Typography variant="body2">{[...aliases.slice(1), reference].join(', ')}</Typography>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <strong>{waiting(createdAt)}</strong>
        <StatusBadge order={order} />
      </Box>
      {measures.some(Boolean) && <Typography>{measures.filter(Boolean).join(', ')}</Typography>}
      <MainButton label="Attribuer" onClick={onAssign} sx={{ alignSelf: 'end', justifySelf: 'start' }} />
      {claims.length > 0 && <ParcelClaims claims={claims} />}
    </Card>
  );
}

function waiting(since: string): string {
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
  if (days < 1) return "Depuis aujourd'hui";
  return `Depuis ${days} jour${days > 1 ? 's' : ''}`;
}

const referenceStyle = {
  fontFamily: 'var(--fc-font-reference)',
  fontSize: '1.125rem',
  fontWeight: 700,
  overflowWrap: 'anywhere',
  '& a': { color: 'inherit' },
} as const;
