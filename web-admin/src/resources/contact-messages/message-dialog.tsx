import type { ContactMessage } from '@fasocolis/contracts/content';
import { Box, Link, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { DeleteButton } from '../../components/buttons.tsx';
import { FRESH_FOR } from '../../components/queries.ts';
import { RecordView } from '../../components/record-view.tsx';
import { useMarkRead } from './use-mark-read.ts';

interface MessageDialogProps {
  id: number;
  onDelete: (message: ContactMessage) => void;
  onClose: () => void;
}

export function MessageDialog({ id, onDelete, onClose }: MessageDialogProps) {
  return (
    <RecordView<ContactMessage>
      resource="contact-messages"
      id={id}
      title={({ subject }) => subject}
      actions={(message) => <DeleteButton onClick={() => onDelete(message)} />}
      staleTime={FRESH_FOR}
      onClose={onClose}
    >
      {(message) => <Message message={message} />}
    </RecordView>
  );
}

function Message({ message }: { message: ContactMessage }) {
  useReadOnce(message);
  const { firstName, lastName, email, phone } = message;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 0.5, mb: 3, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
          <Typography sx={{ fontWeight: 700 }}>{`${firstName} ${lastName}`}</Typography>
          <MessageStatus message={message} />
        </Box>
        <Link href={`mailto:${email}`} sx={linkStyle}>
          {email}
        </Link>
        {phone && (
          <Link href={`tel:${phone.replace(/[^\d+]/g, '')}`} sx={linkStyle}>
            {phone}
          </Link>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {receivedAt(message)}
        </Typography>
      </Box>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message.message}</Typography>
    </>
  );
}

export function MessageStatus({ message: { isRead } }: { message: ContactMessage }) {
  return (
    <span className="fc-badge" data-colour={isRead ? 'neutral' : 'green'}>
      {isRead ? 'Lu' : 'Non lu'}
    </span>
  );
}

/** Marks an unread message as read, once: a failure is not retried until the message is opened again. */
function useReadOnce(message: ContactMessage) {
  const { markRead } = useMarkRead({ isSilent: true });
  const isDone = useRef(false);
  useEffect(() => {
    if (message.isRead || isDone.current) return;
    isDone.current = true;
    markRead(message);
  });
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('fr-FR', { ...options, timeZone: 'UTC' });
const day = inUtc({ day: '2-digit', month: 'long', year: 'numeric' });
const time = inUtc({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** When a message was received, in UTC: "05 mars 2025 à 14:07". */
export function receivedAt({ createdAt }: Pick<ContactMessage, 'createdAt'>): string {
  const instant = new Date(createdAt);
  return `${day.format(instant)} à ${time.format(instant)}`;
}

const linkStyle = { display: 'flex', alignItems: 'center', justifySelf: 'start', minHeight: 32 } as const;
