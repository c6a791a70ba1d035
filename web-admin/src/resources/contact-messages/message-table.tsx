import type { ContactMessage } from '@fasocolis/contracts/content';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Button } from '@mui/material';
import type { MouseEvent } from 'react';
import { DataTable } from 'react-admin';
import { excerpt } from '../../components/excerpt.ts';
import { MessageStatus } from './message-status.tsx';
import { EXCERPT } from './message-text.ts';
import { useMarkRead } from './use-mark-read.ts';

interface MessageTableProps {
  onView: (message: ContactMessage) => void;
  onDelete: (message: ContactMessage) => void;
}

const Column = DataTable.Col<ContactMessage>;

/** The messages of the surrounding list; a click on a row opens the message. */
export function MessageTable({ onView, onDelete }: MessageTableProps) {
  const { markRead, isPending } = useMarkRead();
  // The row has its own click.
  const only = (action: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    action();
  };

  return (
    <DataTable<ContactMessage>
      bulkActionButtons={false}
      rowClick={(_id, _resource, message) => {
        onView(message);
        return false;
      }}
      rowSx={({ isRead }) => (isRead ? {} : unreadStyle)}
      sx={tableStyle}
    >
      <Column
        source="lastName"
        label="Expéditeur"
        render={({ firstName, lastName, email }) => (
          <>
            <Box component="span" className="sender">{`${firstName} ${lastName}`}</Box>
            <Box component="span" className="soft">
              {email}
            </Box>
          </>
        )}
      />
      <Column
        source="subject"
        label="Sujet"
        render={(message) => (
          <>
            <Button
              aria-label={`Ouvrir le message « ${message.subject} »`}
              onClick={only(() => onView(message))}
              className="subject"
            >
              {message.subject}
            </Button>
            <Box component="span" className="soft">
              {excerpt(message.message, EXCERPT)}
            </Box>
          </>
        )}
      />
      <Column source="createdAt" label="Date" render={({ createdAt }) => shortDate(createdAt)} />
      <Column source="isRead" label="Statut" render={(message) => <MessageStatus message={message} />} />
      <Column
        label="Actions"
        disableSort
        cellClassName="cell-actions"
        render={(message) => (
          <>
            {!message.isRead && (
              <Button disabled={isPending} onClick={only(() => markRead(message))}>
                Marquer comme lu
              </Button>
            )}
            <Button color="error" onClick={only(() => onDelete(message))}>
              Supprimer
            </Button>
          </>
        )}
      />
    </DataTable>
  );
}

const unreadStyle = { '& :is(.sender, .subject)': { fontWeight: 700 } } as const;

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& :is(th, td)': { px: 1.5 },
  '& tbody :is(.column-lastName, .column-subject)': { overflowWrap: 'anywhere' },
  '& .column-lastName': { minWidth: 180 },
  '& :is(.sender, .soft)': { display: 'block' },
  '& .soft': { color: 'text.secondary', fontSize: 'var(--fc-text-small)' },
  '& .subject': { display: 'block', minHeight: 0, p: 0, fontWeight: 400, lineHeight: 1.4, textAlign: 'start' },
  '& tbody .column-createdAt': { whiteSpace: 'nowrap' },
  '& .cell-actions': { textAlign: 'end' },
  '& .cell-actions .MuiButton-root': { px: 1, fontSize: 'var(--fc-text-small)', whiteSpace: 'nowrap' },
  // No room for five columns: each row becomes a small card, still a table to assistive technology.
  '@container (max-width: 879.95px)': {
    '& thead': { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody': { display: 'block' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: 1,
      p: 2,
      borderBottom: '1px solid var(--fc-line)',
    },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': { p: 0, border: 0, minWidth: 0 },
    '& .column-lastName': { gridRow: 1, gridColumn: 1 },
    '& .column-isRead': { gridRow: 1, gridColumn: 2, alignSelf: 'start' },
    '& .column-subject': { gridColumn: '1 / -1' },
    '& tbody .column-createdAt': { gridRow: 3, gridColumn: 1, color: 'text.secondary' },
    '& .cell-actions': { gridColumn: '1 / -1' },
  },
} as const;
