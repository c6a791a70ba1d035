import type { ContactMessage } from '@fasocolis/contracts/content';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Link, Typography } from '@mui/material';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useId, useRef } from 'react';
import { useGetOne } from 'react-admin';
import { FRESH_FOR } from '../../components/freshness.ts';
import { MessageStatus } from './message-status.tsx';
import { receivedAt } from './message-text.ts';
import { useMarkRead } from './use-mark-read.ts';

interface MessageDialogProps {
  id: number;
  onDelete: (message: ContactMessage) => void;
  /** Also called when there is no such message; nothing has been shown then. */
  onClose: () => void;
}

/** A message in full. Opening it marks it as read. */
export function MessageDialog({ id, onDelete, onClose }: MessageDialogProps) {
  const options = { staleTime: FRESH_FOR, onError: onClose };
  const { data: message } = useGetOne<ContactMessage>('contact-messages', { id }, options);
  const titleId = useId();
  useReadOnce(message);
  if (!message) return null;

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{message.subject}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 0.5, mb: 3, overflowWrap: 'anywhere' }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <Typography sx={{ fontWeight: 700 }}>{`${message.firstName} ${message.lastName}`}</Typography>
            <MessageStatus message={message} />
          </Box>
          <Link href={`mailto:${message.email}`} sx={linkStyle}>
            {message.email}
          </Link>
          {message.phone && (
            <Link href={`tel:${message.phone.replace(/[^\d+]/g, '')}`} sx={linkStyle}>
              {message.phone}
            </Link>
          )}
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {receivedAt(message)}
          </Typography>
        </Box>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message.message}</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
        <Button
          variant="outlined"
          color="error"
          startIcon={<Trash2 aria-hidden size={20} />}
          onClick={() => onDelete(message)}
        >
          Supprimer
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Marks an unread message as read, once: a failure is said and not tried again until it is opened anew. */
function useReadOnce(message: ContactMessage | undefined) {
  const { markRead } = useMarkRead({ isSilent: true });
  const isDone = useRef(false);
  useEffect(() => {
    if (!message || message.isRead || isDone.current) return;
    isDone.current = true;
    markRead(message);
  });
}

const linkStyle = { display: 'flex', alignItems: 'center', justifySelf: 'start', minHeight: 32 } as const;
