import type { ContactMessage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { ListSearch } from '../../components/filters.tsx';
import { FRESH_FOR, PartList } from '../../components/lists.tsx';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { counted, TabList } from '../../components/tab-list.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { UNREAD, useTotal } from '../../components/totals.tsx';
import { excerpt, fullName } from '../../components/words.ts';
import { MessageDialog, MessageStatus, useMarkRead } from './message-dialog.tsx';

const Column = RecordColumn<ContactMessage>;

type TabName = 'all' | 'unread';
const FILTERS = { all: {}, unread: UNREAD };
export const EXCERPT = 80;

export default function MessageList() {
  const dialogs = useRecordDialogs<ContactMessage>();
  const { id: viewedId, open: view, close } = dialogs.view;
  const [tab, setTab] = useFirstTab(viewedId);
  const { total: allCount } = useTotal('contact-messages');
  const { total: unreadCount } = useTotal('contact-messages', UNREAD);
  return (
    <Screen title="Messages de contact">
      <TabList<TabName>
        label="Messages à montrer"
        tabs={[
          { name: 'all', label: counted('Tous les messages', allCount) },
          { name: 'unread', label: counted('Non lus', unreadCount) },
        ]}
        open={tab}
        onOpen={setTab}
      >
        {/* Each tab has its own pages. */}
        <PartList
          key={tab}
          resource="contact-messages"
          filter={FILTERS[tab]}
          sort={{ field: 'createdAt', order: 'DESC' }}
          perPage={25}
        >
          <ListSearch sx={{ mb: 1, maxWidth: 560 }} />
          <MessageTable onView={({ id }) => view(id)} onDelete={dialogs.setRemoved} />
          <RecordDialogs
            dialogs={dialogs}
            remove={{
              resource: 'contact-messages',
              name: ({ subject }) => subject,
              content: () => 'Êtes-vous sûr de vouloir supprimer ce message ? Cette action est irréversible.',
              outcome: {
                title: 'Message supprimé',
                failure: 'Impossible de supprimer le message. Veuillez réessayer.',
              },
            }}
          />
        </PartList>
      </TabList>
      {viewedId !== undefined && (
        <MessageDialog key={viewedId} id={viewedId} onDelete={dialogs.setRemoved} onClose={close} />
      )}
    </Screen>
  );
}

/** The open tab. A screen that was opened at an unread message starts with the unread ones. */
function useFirstTab(viewedId: number | undefined) {
  const [tab, setTab] = useState<TabName>();
  const [firstId] = useState(viewedId);
  const { data: first } = useGetOne<ContactMessage>('contact-messages', firstId === undefined ? {} : { id: firstId }, {
    staleTime: FRESH_FOR,
  });
  // Its state at the start counts, because opening a message marks it as read.
  const [wasUnread, setWasUnread] = useState<boolean>();
  if (first && wasUnread === undefined) setWasUnread(!first.isRead);
  return [tab ?? (wasUnread ? 'unread' : 'all'), setTab] as const;
}

interface MessageTableProps {
  onView: (message: ContactMessage) => void;
  onDelete: (message: ContactMessage) => void;
}

function MessageTable({ onView, onDelete }: MessageTableProps) {
  const { markRead, isPending } = useMarkRead();
  return (
    <RecordTable<ContactMessage>
      emptyTitle="Aucun message"
      empty="Il n'y a aucun message dans cette catégorie."
      onOpen={onView}
      rowSx={({ isRead }) => (isRead ? { '&& :is(.cell-name, .subject)': { fontWeight: 400 } } : {})}
      sx={tableStyle}
    >
      <Column
        source="lastName"
        label="Expéditeur"
        cellClassName="cell-name"
        render={(message) => (
          <>
            {fullName(message)}
            <span className="soft">{message.email}</span>
          </>
        )}
      />
      <Column
        source="subject"
        label="Sujet"
        render={(message) => (
          <>
            {/* Its click reaches the row. */}
            <TextButton
              label={message.subject}
              aria-label={`Ouvrir le message «\u00a0${message.subject}\u00a0»`}
              className="subject"
            />
            <span className="soft">{excerpt(message.message, EXCERPT)}</span>
          </>
        )}
      />
      <Column
        source="createdAt"
        label="Date"
        cellClassName="cell-soft"
        render={({ createdAt }) => shortDate(createdAt)}
      />
      <Column
        source="isRead"
        label="Statut"
        cellClassName="cell-state"
        render={(message) => <MessageStatus message={message} />}
      />
      <ActionsColumn<ContactMessage>>
        {(message) => (
          <>
            {!message.isRead && (
              <TextButton label="Marquer comme lu" disabled={isPending} onClick={() => markRead(message)} />
            )}
            <TextButton label="Supprimer" color="error" onClick={() => onDelete(message)} />
          </>
        )}
      </ActionsColumn>
    </RecordTable>
  );
}

const tableStyle = {
  '& tbody :is(.column-lastName, .column-subject)': { overflowWrap: 'anywhere' },
  '& .column-lastName': { minWidth: 180 },
  '& .subject': { display: 'block', minHeight: 0, p: 0, fontWeight: 700, lineHeight: 1.4, textAlign: 'start' },
} as const;
