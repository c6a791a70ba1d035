import { DELIVERY_STATES, type EmailDelivery } from '@fasocolis/contracts/email';
import { Box, Button, Card, Skeleton, Tab, Tabs, Typography } from '@mui/material';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Confirm, FilterLiveForm, ListBase, Pagination, useListContext } from 'react-admin';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useParameterInAddress } from '../../components/use-parameter-in-address.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import type { DeliveryState } from './delivery-words.ts';
import { QueuePanel } from './queue-panel.tsx';
import { useQueues } from './use-queues.ts';
import { useRetryAllMails } from './use-retry.ts';

export default function DeliveryScreen() {
  const [viewedId, view] = useParameterInAddress('view');
  const [tab, setTab] = useState<DeliveryState>('failed');
  const queues = useQueues();
  const counts = queues.data?.emails.counts;

  return (
    <Screen title="E-mails et files d'attente">
      <QueuePanel {...queues} />
      <Typography variant="h2" sx={{ mb: 1 }}>
        E-mails
      </Typography>
      <Tabs
        value={tab}
        onChange={(_event, next: DeliveryState) => setTab(next)}
        variant="scrollable"
        scrollButtons={false}
        aria-label="E-mails à montrer"
        sx={{ mb: 2, '& .MuiTab-root': { px: { xs: 1.5, sm: 2 }, fontVariantNumeric: 'tabular-nums' } }}
      >
        {TABS.map((state) => (
          <Tab
            key={state}
            value={state}
            id={tabId(state)}
            aria-controls={panelId(state)}
            label={counts ? `${WORDS[state].tab} (${counts[state]})` : WORDS[state].tab}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
        {/* Each tab has pages of its own. */}
        <ListBase<EmailDelivery>
          key={tab}
          resource="email-deliveries"
          filter={{ state: tab }}
          sort={{ field: 'createdAt', order: 'DESC' }}
          perPage={25}
          storeKey={false}
          disableSyncWithLocation
          queryOptions={{ refetchInterval: queues.refetchInterval }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1 }}>
            <Box sx={{ flex: '1 1 280px', maxWidth: 560 }}>
              <FilterLiveForm>
                <SearchInput source="q" />
              </FilterLiveForm>
            </Box>
            {tab === 'failed' && <RetryAllButton count={counts?.failed ?? 0} />}
          </Box>
          <Deliveries empty={WORDS[tab].empty} onView={({ id }) => view(id)} />
        </ListBase>
      </div>
      {viewedId !== null && <DeliveryDialog key={viewedId} id={viewedId} onClose={() => view(undefined)} />}
    </Screen>
  );
}

function Deliveries({ empty, onView }: { empty: string; onView: (delivery: EmailDelivery) => void }) {
  const { total = 0, perPage } = useListContext<EmailDelivery>();
  return (
    <ListState
      skeleton={<Skeleton variant="rounded" height={320} sx={{ borderRadius: 'var(--fc-radius-card)' }} />}
      empty={empty}
    >
      <Card sx={{ containerType: 'inline-size' }}>
        <DeliveryTable onView={onView} />
      </Card>
      {total > perPage && <Pagination rowsPerPageOptions={[25, 50, 100]} />}
    </ListState>
  );
}

function RetryAllButton({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useRetryAllMails();
  if (count === 0) return null;
  return (
    <>
      <Button variant="contained" color="secondary" disabled={isPending} onClick={() => setAsking(true)}>
        Renvoyer tous les échecs
      </Button>
      <Confirm
        isOpen={isAsking}
        title={count === 1 ? "Renvoyer l'e-mail en échec ?" : `Renvoyer les ${count} e-mails en échec ?`}
        content="Chacun est envoyé de nouveau, une seule fois. Corrigez d'abord la cause : une adresse fausse le restera."
        confirm="Renvoyer"
        ConfirmIcon={RotateCw}
        CancelIcon={X}
        onConfirm={() => {
          setAsking(false);
          mutate();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** What asks for help comes first. */
const TABS = DELIVERY_STATES.toSorted((a, b) => Number(b === 'failed') - Number(a === 'failed'));

const WORDS: Record<DeliveryState, { tab: string; empty: string }> = {
  failed: { tab: 'En échec', empty: 'Aucun e-mail en échec : rien à faire.' },
  pending: { tab: 'En attente', empty: "Aucun e-mail n'attend." },
  sent: { tab: 'Envoyés', empty: 'Aucun e-mail envoyé ces 90 derniers jours.' },
  dropped: { tab: 'Sans suite', empty: 'Aucun e-mail devenu inutile ces 90 derniers jours.' },
};
const tabId = (state: DeliveryState) => `deliveries-tab-${state}`;
const panelId = (state: DeliveryState) => `deliveries-panel-${state}`;
