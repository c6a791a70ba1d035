import type { QueueOverview } from '@fasocolis/contracts/queues';
import { Alert, Box, Typography } from '@mui/material';
import { LoadFailure, Loading } from '../../components/list-state.tsx';
import { Section } from '../../components/screen.tsx';
import { FailedEvents } from './failed-events.tsx';
import { type Health, queueRows } from './queue-rows.ts';
import type { useQueues } from './use-queues.ts';

export function QueuePanel({ data, error, isPending, refetch }: ReturnType<typeof useQueues>) {
  return (
    <Section title="Files d'attente" sx={{ mb: 4 }}>
      {isPending && <Loading height={220} />}
      {error && <LoadFailure onRetry={refetch}>L'état des files d'attente n'a pas pu être chargé.</LoadFailure>}
      {data && !error && <Overview overview={data} />}
    </Section>
  );
}

function Overview({ overview }: { overview: QueueOverview }) {
  const rows = queueRows(overview);
  const isIdle = overview.queues !== null && rows.every(({ health }) => health === 'idle');
  return (
    <>
      {overview.queues === null && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          Redis ne répond pas : l'état de ses files est inconnu. Rien n'est perdu : tout attend dans les bases de
          données et repartira de lui-même.
        </Alert>
      )}
      {isIdle && <Typography sx={{ color: 'text.secondary' }}>Tout est à jour : rien n'attend.</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {rows.map(({ key, name, health, details }) => (
          <Box component="li" key={key} sx={rowStyle}>
            <span className="name">{name}</span>
            <span className="fc-badge" data-colour={HEALTH[health].colour}>
              {HEALTH[health].label}
            </span>
            {details && <span className="details">{details}</span>}
          </Box>
        ))}
      </Box>
      <FailedEvents events={overview.failedEvents} />
    </>
  );
}

const HEALTH: Record<Health, { label: string; colour: string }> = {
  idle: { label: 'À jour', colour: 'green' },
  moving: { label: 'En cours', colour: 'blue' },
  stuck: { label: 'À vérifier', colour: 'yellow' },
  unknown: { label: 'Inconnu', colour: 'neutral' },
};

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: '340px 130px minmax(0, 1fr)' },
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  py: 1.25,
  borderBottom: '1px solid var(--fc-line)',
  '&:last-of-type': { borderBottom: 0, pb: 0 },
  '& .fc-badge': { justifySelf: { xs: 'end', md: 'start' } },
  '& .details': {
    gridColumn: { xs: '1 / -1', md: 'auto' },
    color: 'text.secondary',
    fontVariantNumeric: 'tabular-nums',
  },
} as const;
