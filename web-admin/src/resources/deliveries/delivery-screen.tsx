import { DELIVERY_STATES, type Delivery } from '@fasocolis/contracts/deliveries';
import { DELIVERY_KIND_LABELS } from '@fasocolis/contracts/delivery-labels';
import { shortDate, timeGmt } from '@fasocolis/web-kit/dates';
import { Box } from '@mui/material';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { useParameterInAddress } from '../../components/address.ts';
import { ListSearch } from '../../components/filters.tsx';
import { PartList } from '../../components/lists.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { counted, TabList } from '../../components/tab-list.tsx';
import { MainButton, TextButton } from '../../components/text-button.tsx';
import { useTotal } from '../../components/totals.tsx';
import { DeliveryDialog, Receiver, useRetryAllDeliveries, useRetryDelivery } from './delivery-dialog.tsx';
import { type DeliveryState, outcomeOf, recipientOf } from './delivery-words.ts';

const Column = RecordColumn<Delivery>;

export default function DeliveryScreen() {
  const [viewedId, view] = useParameterInAddress('view');
  const [tab, setTab] = useState<DeliveryState>('failed');

  return (
    <Screen title="Envois">
      <TabList
        label="Messages à montrer"
        tabs={TABS.map((name) => ({ name, label: <TabLabel state={name} /> }))}
        open={tab}
        onOpen={setTab}
      >
        {/* Each tab has its own pages. */}
        <PartList<Delivery>
          key={tab}
          resource="email-deliveries"
          filter={{ state: tab }}
          sort={{ field: 'createdAt', order: 'DESC' }}
          perPage={25}
          queryOptions={{ refetchInterval: REFETCH_MS }}
        >
          <Box className="row centred" sx={{ mb: 1 }}>
            <Box sx={{ flex: '1 1 280px', maxWidth: 560 }}>
              <ListSearch />
            </Box>
            {tab === 'failed' && <RetryAllButton />}
          </Box>
          <DeliveryTable empty={WORDS[tab].empty} onView={({ id }) => view(id)} />
        </PartList>
      </TabList>
      {viewedId !== null && <DeliveryDialog key={viewedId} id={viewedId} onClose={() => view(undefined)} />}
    </Screen>
  );
}

/** In milliseconds. */
const REFETCH_MS = 10_000;

const useCount = (state: DeliveryState) =>
  useTotal('email-deliveries', { state }, { refetchInterval: REFETCH_MS }).total;

const TabLabel = ({ state }: { state: DeliveryState }) => counted(WORDS[state].tab, useCount(state));

function DeliveryTable({ empty, onView }: { empty: string; onView: (delivery: Delivery) => void }) {
  const { mutate: retry, isPending } = useRetryDelivery();
  return (
    <RecordTable<Delivery> empty={empty} onOpen={onView} sx={tableStyle}>
      <Column
        source="recipient"
        label="Destinataire"
        disableSort
        cellClassName="cell-name"
        render={(delivery) => <Receiver {...delivery} />}
      />
      <Column
        source="kind"
        label="Sujet"
        disableSort
        cellClassName="cell-soft"
        render={({ kind, references }) => [DELIVERY_KIND_LABELS[kind], ...references].join(', ')}
      />
      <Column
        source="createdAt"
        label="Demandé"
        cellClassName="cell-soft"
        render={({ createdAt }) => (
          <>
            {shortDate(createdAt)} <span className="soft">{timeGmt(createdAt)}</span>
          </>
        )}
      />
      <Column source="lastError" label="Suivi" disableSort render={outcomeOf} />
      <ActionsColumn<Delivery>>
        {(delivery) => (
          <>
            <TextButton
              label="Détails"
              aria-label={`Détails\u00a0: ${recipientOf(delivery)}`}
              onClick={() => onView(delivery)}
            />
            {delivery.state === 'failed' && (
              <TextButton
                label="Renvoyer"
                disabled={isPending}
                aria-label={`Renvoyer\u00a0: ${recipientOf(delivery)}`}
                onClick={() => retry(delivery.id)}
              />
            )}
          </>
        )}
      </ActionsColumn>
    </RecordTable>
  );
}

function RetryAllButton() {
  const count = useCount('failed') ?? 0;
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, isPending } = useRetryAllDeliveries();
  if (count === 0) return null;
  return (
    <>
      <MainButton label="Renvoyer tous les échecs" disabled={isPending} onClick={() => setConfirming(true)} />
      <Confirm
        isOpen={isConfirming}
        title={count === 1 ? "Renvoyer l'e-mail en échec\u00a0?" : `Renvoyer les ${count} e-mails en échec\u00a0?`}
        content="Chacun est envoyé de nouveau, une seule fois. Corrigez d'abord la cause&nbsp;: une adresse fausse le restera."
        confirm="Renvoyer"
        ConfirmIcon={RotateCw}
        CancelIcon={X}
        onConfirm={() => {
          setConfirming(false);
          mutate();
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

const TABS = [...DELIVERY_STATES].sort((a, b) => Number(b === 'failed') - Number(a === 'failed'));

const WORDS: Record<DeliveryState, { tab: string; empty: string }> = {
  failed: { tab: 'En échec', empty: 'Aucun e-mail en échec\u00a0: rien à faire.' },
  pending: { tab: 'En attente', empty: "Aucun e-mail n'attend." },
  sent: { tab: 'Envoyés', empty: 'Aucun e-mail envoyé ces 90 derniers jours.' },
  dropped: { tab: 'Sans suite', empty: 'Aucun e-mail devenu inutile ces 90 derniers jours.' },
};
const tableStyle = {
  '& tbody :is(.column-recipient, .column-lastError)': { overflowWrap: 'anywhere' },
  '& tbody .column-recipient': { minWidth: 160 },
  // Sentences need more room than the longest address.
  '& .column-lastError': { width: '36%' },
} as const;
