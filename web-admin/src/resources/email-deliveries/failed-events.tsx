import type { FailedEvent } from '@fasocolis/contracts/queues';
import { longMoment } from '@fasocolis/web-kit/dates';
import { Box, Button, Typography } from '@mui/material';
import { useId } from 'react';
import { eventQueueName } from './queue-rows.ts';
import { useRetryEvent } from './use-retry.ts';

const EVENT_WORDS: Record<string, string> = {
  'user.deleted': "Suppression d'un compte",
  'email.verification-requested': "Demande de vérification d'une adresse",
  'password.reset-requested': "Demande d'un nouveau mot de passe",
  'order.history-extended': "Nouvelles d'un ou de plusieurs colis",
  'contact.message-received': 'Nouveau message de contact',
};

export function FailedEvents({ events }: { events: FailedEvent[] }) {
  const titleId = useId();
  const { mutate, isPending } = useRetryEvent();
  if (events.length === 0) return null;

  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 3 }}>
      <Typography id={titleId} component="h3" sx={{ fontWeight: 700 }}>
        Événements en échec
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Un service n'a pas compris ces événements ; ils ne sont pas réessayés d'eux-mêmes. Réessayez après une mise à
        jour, ou transmettez le détail technique à votre technicien.
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {events.map((event) => (
          <Box component="li" key={`${event.queue}/${event.id}`} sx={{ mt: 2 }}>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              <Box sx={{ flex: '1 1 220px' }}>
                <Typography sx={{ fontWeight: 600 }}>{EVENT_WORDS[event.name] ?? event.name}</Typography>
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {`${eventQueueName(event.queue)}, le ${longMoment(event.failedAt)}`}
                </Typography>
              </Box>
              <Button variant="outlined" disabled={isPending} onClick={() => mutate(event)}>
                Réessayer
              </Button>
            </Box>
            <TechnicalText label="Détail technique">{event.reason}</TechnicalText>
            {event.requestId && <TechnicalText label="Numéro de demande">{event.requestId}</TechnicalText>}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

export function TechnicalText({ label, children }: { label: string; children: string }) {
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="code" sx={codeStyle}>
        {children}
      </Box>
    </Box>
  );
}

const codeStyle = {
  display: 'block',
  px: 1.5,
  py: 1,
  borderRadius: 'var(--fc-radius-small)',
  bgcolor: 'background.default',
  fontSize: 'var(--fc-text-small)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;
