import type { Change } from '@fasocolis/contracts/changes';
import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import type { StaffOrder, StaffOrderEvent } from '@fasocolis/contracts/orders';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { LoadFailure, Loading } from '../../../components/list-state.tsx';
import { useNames } from '../../../components/people-names.tsx';
import { Section } from '../../../components/screen.tsx';
import { useStatusName } from '../../../components/status-options.ts';
import { counted, TabList } from '../../../components/tab-list.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { type TimelineEntry, timelineEntries } from './timeline-entries.ts';

const TABS = [
  { name: 'all', label: 'Tout' },
  { name: 'event', label: 'Événements' },
  { name: 'message', label: 'Messages' },
  { name: 'change', label: 'Modifications' },
] as const;

/** More than any order has. */
const ALL = { pagination: { page: 1, perPage: 500 }, sort: { field: 'id', order: 'DESC' } } as const;

export function FileTimeline({ order, onWithdraw }: { order: StaffOrder; onWithdraw: (eventId: number) => void }) {
  const [open, setOpen] = useState<(typeof TABS)[number]['name']>('all');
  const events = useGetList<StaffOrderEvent>('order-events', { ...ALL, filter: { orderId: order.id } });
  const messages = useGetList<OrderMessage>('order-messages', { ...ALL, filter: { orderId: order.id } });
  const people = useGetList<PersonToTell>('to-tell', { ...ALL, filter: { orderId: order.id } });
  const changes = useGetList<Change>('order-changes', {
    ...ALL,
    filter: { subject: 'order', subjectId: String(order.id) },
  });
  const parts = [events, messages, people, changes];
  const { data: eventRows = [] } = events;
  const entries = timelineEntries({
    events: eventRows,
    messages: messages.data ?? [],
    changes: changes.data ?? [],
    people: people.data ?? [],
    statusName: useStatusName(),
  });
  const nameOf = useNames(
    entries.flatMap(({ userId, withdrawn }) => [userId, withdrawn?.byUserId]),
    entries.map(({ recipientId }) => recipientId),
  );
  const of = (name: string) => (name === 'all' ? entries : entries.filter(({ source }) => source === name));
  const failed = parts.filter(({ error }) => error);

  return (
    <Section title="Historique">
      {failed.length > 0 && (
        <LoadFailure onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}>
          Une partie de l'historique n'a pas pu être chargée.
        </LoadFailure>
      )}
      {parts.some(({ isPending }) => isPending) ? (
        <Loading height={240} />
      ) : (
        <TabList
          label="Historique"
          tabs={TABS.map(({ name, label }) => ({ name, label: counted(label, of(name).length) }))}
          open={open}
          onOpen={setOpen}
        >
          <ol className="plain-list">
            {of(open).map((entry) => (
              <Entry key={entry.key} entry={entry} nameOf={nameOf} onWithdraw={onWithdraw} />
            ))}
          </ol>
          {of(open).length === 0 && <Typography sx={{ color: 'text.secondary' }}>Rien pour le moment.</Typography>}
        </TabList>
      )}
    </Section>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  nameOf: (id: number) => string;
  onWithdraw: (eventId: number) => void;
}

function Entry({ entry, nameOf, onWithdraw }: EntryProps) {
  const { source, at, title, lines, userId, recipientId, withdrawn, eventId } = entry;
  const author = userId === null ? undefined : `par ${nameOf(userId)}`;
  const recipient = recipientId === undefined ? undefined : `à ${nameOf(recipientId)}`;
  return (
    <Box component="li" data-source={source} className="row" sx={entryStyle}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box {...(withdrawn && { component: 'del' as const, sx: { color: 'text.secondary' } })}>
          <Typography component="h3" sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
          {lines.map((line) => (
            <Typography key={line} sx={{ whiteSpace: 'pre-line' }}>
              {line}
            </Typography>
          ))}
        </Box>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <time dateTime={at}>{longMoment(at)}</time> {[author, recipient].filter(Boolean).join(' ')}
        </Typography>
        {withdrawn && (
          <Typography variant="body2">
            Annulé par {nameOf(withdrawn.byUserId)}, {longMoment(withdrawn.at)}&nbsp;: {withdrawn.reason}
          </Typography>
        )}
      </Box>
      {eventId !== undefined && (
        <TextButton
          label="Annuler cet événement"
          color="error"
          onClick={() => onWithdraw(eventId)}
          sx={{ flexShrink: 0 }}
        />
      )}
    </Box>
  );
}

const entryStyle = {
  alignItems: 'start',
  py: 1.5,
  pl: 2,
  borderLeft: '2px solid var(--fc-line)',
  '&[data-source="event"]': { borderColor: 'primary.main' },
  '& + &': { borderTop: '1px solid var(--fc-line)' },
  '& .MuiButton-root': { mt: -0.5 },
} as const;
