import type { ContactMessage } from '@fasocolis/contracts/content';
import { Box, Card, Skeleton, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { FilterLiveForm, ListBase, Pagination, useGetOne, useListContext } from 'react-admin';
import { DeleteConfirmation } from '../../components/delete-confirmation.tsx';
import { FRESH_FOR } from '../../components/freshness.ts';
import { ListState } from '../../components/list-state.tsx';
import { Screen } from '../../components/screen.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useIdInAddress } from '../../components/use-id-in-address.ts';
import { useMessageCount, useUnreadCount } from '../../components/use-message-counts.ts';
import { MessageDialog } from './message-dialog.tsx';
import { MessageTable } from './message-table.tsx';

type TabName = 'all' | 'unread';

export default function MessageList() {
  const { id: viewedId, open: view, close } = useIdInAddress('view');
  const [tab, setTab] = useFirstTab(viewedId);
  const [doomed, setDoomed] = useState<ContactMessage>();
  const allCount = useMessageCount();
  const unreadCount = useUnreadCount();

  return (
    <Screen title="Messages de contact">
      <Tabs
        value={tab}
        onChange={(_event, next: TabName) => setTab(next)}
        aria-label="Messages à montrer"
        sx={{
          mb: 2,
          '& .MuiTab-root': { px: { xs: 1, sm: 2 }, fontSize: { xs: 'var(--fc-text-small)', sm: 'inherit' } },
        }}
      >
        <Tab value="all" {...tabProps('all')} label={<Label name="Tous les messages" count={allCount} />} />
        <Tab value="unread" {...tabProps('unread')} label={<Label name="Non lus" count={unreadCount} />} />
      </Tabs>
      <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
        {/* Each tab has pages of its own. */}
        <ListBase
          key={tab}
          resource="contact-messages"
          filter={FILTERS[tab]}
          sort={{ field: 'createdAt', order: 'DESC' }}
          perPage={25}
          storeKey={false}
          disableSyncWithLocation
        >
          <FilterLiveForm>
            <SearchInput source="q" sx={{ mb: 1, maxWidth: 560 }} />
          </FilterLiveForm>
          <MessageRows onView={({ id }) => view(id)} onDelete={setDoomed} />
        </ListBase>
      </div>
      {viewedId !== undefined && <MessageDialog key={viewedId} id={viewedId} onDelete={setDoomed} onClose={close} />}
      {doomed && (
        <DeleteConfirmation
          resource="contact-messages"
          record={doomed}
          name={doomed.subject}
          content="Êtes-vous sûr de vouloir supprimer ce message ? Cette action est irréversible."
          outcome={{
            title: 'Message supprimé',
            failure: 'Impossible de supprimer le message. Veuillez réessayer.',
          }}
          onDeleted={() => {
            setDoomed(undefined);
            if (viewedId === doomed.id) close();
          }}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </Screen>
  );
}

/** The open tab. A screen that was opened at an unread message begins with those. */
function useFirstTab(viewedId: number | undefined) {
  const [tab, setTab] = useState<TabName>();
  const [firstId] = useState(viewedId);
  const { data: first } = useGetOne<ContactMessage>(
    'contact-messages',
    firstId === undefined ? {} : { id: firstId },
    KEEP,
  );
  // Judged by what it was at first: opening it marks it as read.
  const [wasUnread, setWasUnread] = useState<boolean>();
  if (first && wasUnread === undefined) setWasUnread(!first.isRead);
  return [tab ?? (wasUnread ? 'unread' : 'all'), setTab] as const;
}

function MessageRows(props: {
  onView: (message: ContactMessage) => void;
  onDelete: (message: ContactMessage) => void;
}) {
  const { total = 0, perPage } = useListContext<ContactMessage>();
  return (
    <ListState
      skeleton={<Skeleton variant="rounded" height={480} sx={{ borderRadius: 'var(--fc-radius-card)' }} />}
      emptyTitle="Aucun message"
      empty="Il n'y a aucun message dans cette catégorie."
    >
      <Card sx={{ containerType: 'inline-size' }}>
        <MessageTable {...props} />
      </Card>
      {total > perPage && <Pagination rowsPerPageOptions={[25, 50, 100]} />}
    </ListState>
  );
}

function Label({ name, count }: { name: string; count: number | undefined }) {
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {count === undefined ? name : `${name} (${count})`}
    </Box>
  );
}

const KEEP = { staleTime: FRESH_FOR };
const FILTERS = { all: {}, unread: { isRead: false } };
const tabId = (tab: TabName) => `messages-tab-${tab}`;
const panelId = (tab: TabName) => `messages-panel-${tab}`;
const tabProps = (tab: TabName) => ({ id: tabId(tab), 'aria-controls': panelId(tab) });
