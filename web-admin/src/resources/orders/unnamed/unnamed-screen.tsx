import { type StaffClaim, StaffClaimSchema } from '@fasocolis/contracts/claims';
import { WithdrawOrderEventSchema } from '@fasocolis/contracts/order-input';
import type { StaffOrder } from '@fasocolis/contracts/orders';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { api } from '@fasocolis/web-kit/api';
import { shortDate } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { Box, Card, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TextInput, useGetList, useRefresh } from 'react-admin';
import { Link } from 'react-router-dom';
import { useIdInAddress } from '../../../components/address.ts';
import { TabLink } from '../../../components/buttons.tsx';
import { ListSearch } from '../../../components/filters.tsx';
import { PartList } from '../../../components/lists.tsx';
import { outcomeToasts } from '../../../components/outcome.ts';
import { useNames } from '../../../components/people-names.tsx';
import { FirstPhoto } from '../../../components/reception-photos.tsx';
import { CreateDialog, EditDialog } from '../../../components/record-dialogs.tsx';
import { RecordGrid } from '../../../components/record-list.tsx';
import { Screen } from '../../../components/screen.tsx';
import { useClientCodes } from '../../../components/settings.ts';
import { MainButton, OutlinedButton, TextButton } from '../../../components/text-button.tsx';
import { UNNAMED } from '../../../components/totals.tsx';
import { daysSince } from '../../../components/words.ts';
import { assignForm } from '../order-forms.tsx';

/** The claims of one screen of parcels; older ones come first. */
const CLAIMS = { pagination: { page: 1, perPage: 100 }, sort: { field: 'createdAt', order: 'ASC' } } as const;

/** Parcels in the warehouse without an owner, those that wait longest first. */
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
      <div className="row centred">
        <strong>{waiting(createdAt)}</strong>
        <StatusBadge order={order} />
      </div>
      {measures.some(Boolean) && <Typography>{measures.filter(Boolean).join(', ')}</Typography>}
      <MainButton label="Attribuer" onClick={onAssign} sx={{ alignSelf: 'end', justifySelf: 'start' }} />
      {claims.length > 0 && <ParcelClaims claims={claims} />}
    </Card>
  );
}

function waiting(since: string): string {
  const days = daysSince(since);
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

/** The claims of a parcel, side by side. */
function ParcelClaims({ claims }: { claims: StaffClaim[] }) {
  const refresh = useRefresh();
  const codeOf = useClientCodes();
  const nameOf = useNames(
    [],
    claims.map(({ userId }) => userId),
  );
  const [refused, setRefused] = useState<string>();
  const { mutate: accept, isPending } = useMutation({
    mutationFn: (id: string) => api.post('/api/claims/:id/accept', undefined, StaffClaimSchema, { params: { id } }),
    ...outcomeToasts({ success: 'Colis attribué', onSuccess: refresh }),
    // After a failure too: another member of staff may have settled it.
    onSettled: refresh,
  });
  return (
    <>
      <Box component="ul" className="plain-list" aria-label="Demandes" sx={{ display: 'grid', gap: 1 }}>
        {claims.map(({ id, userId, text, createdAt }) => (
          <Box key={id} component="li" sx={{ pt: 1, borderTop: '1px solid var(--fc-line)' }}>
            <Typography sx={{ fontWeight: 700 }}>
              {[nameOf(userId), codeOf(userId)].filter(Boolean).join(', ')}
            </Typography>
            <Typography sx={{ overflowWrap: 'anywhere' }}>«&nbsp;{text}&nbsp;»</Typography>
            <Typography variant="body2">
              Demandé le {shortDate(createdAt)}. <TabLink href={`/api/claims/${id}/photo`}>Voir sa photo</TabLink>
            </Typography>
            <Box className="row" sx={{ mt: 0.5 }}>
              <OutlinedButton label="Accepter" disabled={isPending} onClick={() => accept(id)} />
              <TextButton label="Refuser" color="error" disabled={isPending} onClick={() => setRefused(id)} />
            </Box>
          </Box>
        ))}
      </Box>
      {refused !== undefined && (
        <CreateDialog
          resource={`claims/${refused}/refuse`}
          title="Refuser la demande"
          schema={WithdrawOrderEventSchema}
          defaultValues={{ reason: '' }}
          submitLabel="Refuser"
          outcome={{ success: 'Demande refusée', failure: "La demande n'a pas pu être refusée" }}
          onSaved={refresh}
          onClose={() => setRefused(undefined)}
        >
          <TextInput source="reason" label="Raison" isRequired multiline helperText="Le client la lit." />
        </CreateDialog>
      )}
    </>
  );
}
