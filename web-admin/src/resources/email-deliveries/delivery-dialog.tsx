import type { EmailDelivery } from '@fasocolis/contracts/email';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useId } from 'react';
import { useGetOne } from 'react-admin';
import { KIND_WORDS, outcomeOf, recipientOf } from './delivery-words.ts';
import { TechnicalText } from './technical-text.tsx';
import { useRetryMail } from './use-retry.ts';

interface DeliveryDialogProps {
  id: string;
  /** Also called when there is no such mail; nothing has been shown then. */
  onClose: () => void;
}

/** All that is known of a mail, for people and for technicians. */
export function DeliveryDialog({ id, onClose }: DeliveryDialogProps) {
  const { data: delivery } = useGetOne<EmailDelivery>('email-deliveries', { id }, { onError: onClose });
  const { mutate: retry, isPending } = useRetryMail();
  const titleId = useId();
  if (!delivery) return null;
  const { kind, state, attempts, createdAt, lastError, requestId } = delivery;

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{KIND_WORDS[kind]}</DialogTitle>
      <DialogContent>
        <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{recipientOf(delivery)}</Typography>
        <Typography sx={{ my: 1 }}>{outcomeOf(delivery)}</Typography>
        <Box component="dl" sx={listStyle}>
          <dt>Demandé le</dt>
          <dd>{longMoment(createdAt)}</dd>
          <dt>Essais</dt>
          <dd>{attempts}</dd>
        </Box>
        {lastError !== null && <TechnicalText label="Détail technique">{lastError}</TechnicalText>}
        {requestId !== null && <TechnicalText label="Numéro de demande">{requestId}</TechnicalText>}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
        {state === 'failed' && (
          <Button
            variant="contained"
            color="secondary"
            disabled={isPending}
            startIcon={<RotateCw aria-hidden size={20} />}
            onClick={() => retry(id, { onSuccess: onClose })}
          >
            Renvoyer
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
  fontVariantNumeric: 'tabular-nums',
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0 },
} as const;
