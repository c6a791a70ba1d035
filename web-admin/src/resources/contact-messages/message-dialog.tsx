import { type ContactMessage, ContactMessageSchema } from '@fasocolis/contracts/content';
import { frenchFormat } from '@fasocolis/contracts/dates';
import { PublicOrderSchema } from '@fasocolis/contracts/orders';
import { referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { whatsappLink } from '@fasocolis/contracts/whatsapp';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Link, Typography } from '@mui/material';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useUpdate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { Badge } from '../../components/badge.tsx';
import { DeleteButton } from '../../components/buttons.tsx';
import { FRESH_FOR } from '../../components/lists.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { RecordView } from '../../components/record-view.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { fullName } from '../../components/words.ts';

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
      actions={(message) => (
        <>
          <AnsweredButton message={message} />
          <DeleteButton onClick={() => onDelete(message)} />
        </>
      )}
      staleTime={FRESH_FOR}
      onClose={onClose}
    >
      {(message) => <Message message={message} />}
    </RecordView>
  );
}

function Message({ message }: { message: ContactMessage }) {
  useReadOnce(message);
  const { firstName, email, phone } = message;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 0.5, mb: 3, overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
          <Typography sx={{ fontWeight: 700 }}>{fullName(message)}</Typography>
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
        {phone && (
          <Link
            href={whatsappLink(phone, `Bonjour ${firstName}, `)}
            target="_blank"
            rel="noopener noreferrer"
            sx={linkStyle}
          >
            Répondre par WhatsApp
          </Link>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {receivedAt(message)}
        </Typography>
      </Box>
      <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message.message}</Typography>
      <CitedOrders text={`${message.subject} ${message.message}`} />
    </>
  );
}

function AnsweredButton({ message: { id, isAnswered } }: { message: ContactMessage }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.patch('/api/contact-messages/:id/answered', { isAnswered: !isAnswered }, ContactMessageSchema, {
        params: { id },
      }),
    ...outcomeToasts({
      title: isAnswered ? 'Message à traiter' : 'Message noté comme répondu',
      failure: (reason) => `Ce n'est pas noté\u00a0: ${reason}`,
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['contact-messages'] }),
    }),
  });
  return (
    <TextButton label={isAnswered ? 'Pas encore répondu' : 'Répondu'} disabled={isPending} onClick={() => mutate()} />
  );
}

export function MessageStatus({ message: { isRead, isAnswered } }: { message: ContactMessage }) {
  if (isAnswered) {
    return <Badge label="Répondu" colour="blue" />;
  }
  return <Badge label={isRead ? 'Lu' : 'Non lu'} colour={isRead ? 'neutral' : 'green'} />;
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

const day = frenchFormat({ day: '2-digit', month: 'long', year: 'numeric' });
const time = frenchFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** When a message was received, in UTC: "05 mars 2025 à 14:07". */
export const receivedAt = ({ createdAt }: Pick<ContactMessage, 'createdAt'>) =>
  `${day(createdAt)} à ${time(createdAt)}`;

const linkStyle = { display: 'flex', alignItems: 'center', justifySelf: 'start', minHeight: 32 } as const;

/** Marks messages as read. Opening one does it silently; a failure always shows a toast. */
export function useMarkRead({ isSilent = false } = {}) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['contact-messages', 'getList'] });
  const said = outcomeToasts({
    title: 'Message marqué comme lu',
    failure: 'Impossible de marquer le message comme lu. Veuillez réessayer.',
    onSuccess: refresh,
  });
  const [update, { isPending }] = useUpdate<ContactMessage>('contact-messages', undefined, {
    mutationMode: 'pessimistic',
    ...said,
    ...(isSilent && { onSuccess: refresh }),
  });

  const markRead = (message: ContactMessage) =>
    void update('contact-messages', { id: message.id, data: { isRead: true }, previousData: message });
  return { markRead, isPending };
}

/** Links to the files of the parcels whose references are in a text. */
function CitedOrders({ text }: { text: string }) {
  const orders = useQueries({
    queries: referencesIn(text).map((reference) =>
      apiQuery(['cited-order', reference], '/api/orders/:reference', PublicOrderSchema, { params: { reference } }),
    ),
    // The text may contain words that only look like a reference.
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  if (orders.length === 0) return null;
  return (
    <Box component="section" aria-label="Colis cités" className="row centred" sx={listStyle}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Colis cités&nbsp;:
      </Typography>
      {orders.map(({ id, reference }) => (
        <RouterLink key={id} to={`/orders/${id}`}>
          {reference}
        </RouterLink>
      ))}
    </Box>
  );
}

const listStyle = {
  gap: '0 16px',
  mt: 2,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    fontFamily: 'var(--fc-font-reference)',
    fontWeight: 700,
    color: 'primary.main',
  },
} as const;
