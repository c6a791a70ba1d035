import type { OutboxState, QueueOverview, QueueState } from '@fasocolis/contracts/queues';

export type Health = 'idle' | 'moving' | 'stuck' | 'unknown';

interface QueueRow {
  key: string;
  name: string;
  health: Health;
  /** Empty when nothing waits. */
  details: string;
}

/** Waiting longer than this counts as stuck, in seconds. */
const STUCK_AFTER_SECONDS = 5 * 60;

const SERVICES: Record<string, string> = {
  auth: 'Comptes',
  orders: 'Commandes',
  catalog: 'Produits',
  notify: 'Notifications',
  content: 'Pages et messages',
};
const serviceName = (service: string) => SERVICES[service] ?? service;

export const eventQueueName = (queue: string) => `Événements : ${serviceName(queue.replace(/^events-/, ''))}`;

const NONE = { waiting: 0, active: 0, delayed: 0, failed: 0 };

/** Outboxes, event queues and emails, in the order of the processing. */
export function queueRows({ queues, outboxes, emails }: QueueOverview): QueueRow[] {
  const { counts, oldestPendingSeconds, announcements } = emails;
  return [
    ...outboxRows(outboxes),
    ...(queues ?? []).map((queue) => row(queue.name, eventQueueName(queue.name), stateOf(queue))),
    row('announcements', 'Annonces à transformer en e-mails', {
      counts: { ...NONE, waiting: announcements.count },
      oldestSeconds: announcements.oldestSeconds,
    }),
    row('emails', 'Messages à envoyer', {
      counts: { ...NONE, waiting: counts.pending, failed: counts.failed },
      oldestSeconds: oldestPendingSeconds,
    }),
  ];
}

/** One row for all outboxes while they are empty. */
function outboxRows(outboxes: QueueOverview['outboxes']): QueueRow[] {
  const notable = outboxes.filter(({ state }) => state === null || eventsIn(state) > 0);
  if (notable.length === 0) return [{ key: 'outboxes', name: 'Départ des événements', health: 'idle', details: '' }];
  return notable.map(({ service, state }) =>
    row(`outbox-${service}`, `Départ des événements : ${serviceName(service)}`, state && stateOfOutbox(state)),
  );
}

/** How many events have not taken effect everywhere. */
export const eventsIn = ({ unpublished, unconfirmed }: OutboxState) => unpublished.events + unconfirmed.events;

interface State {
  counts: QueueState['jobs'];
  oldestSeconds: number | null;
}

const stateOf = ({ jobs, oldestSeconds }: QueueState): State => ({ counts: jobs, oldestSeconds });
function stateOfOutbox({ unpublished, unconfirmed }: OutboxState): State {
  const counts = { ...NONE, waiting: unpublished.events, active: unconfirmed.events };
  const ages = [unpublished, unconfirmed].flatMap(({ oldestSeconds }) => oldestSeconds ?? []);
  return { counts, oldestSeconds: ages.length === 0 ? null : Math.max(...ages) };
}

function row(key: string, name: string, state: State | null): QueueRow {
  if (state === null) return { key, name, health: 'unknown', details: 'Ne répond pas' };
  const { counts, oldestSeconds } = state;
  const { waiting, active, delayed, failed } = counts;
  const parts = [
    [waiting, 'en attente'],
    [active, 'en cours'],
    [delayed, 'à réessayer'],
    [failed, 'en échec'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (oldestSeconds !== null) words.push(`le plus ancien depuis ${duration(oldestSeconds)}`);
  return { key, name, health: healthOf(counts, oldestSeconds), details: words.join(', ') };
}

function healthOf({ waiting, active, delayed, failed }: State['counts'], oldestSeconds: number | null): Health {
  if (failed > 0 || (oldestSeconds !== null && oldestSeconds > STUCK_AFTER_SECONDS)) return 'stuck';
  return waiting + active + delayed > 0 ? 'moving' : 'idle';
}

const UNITS = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A length of time in French, in its largest unit: "5 minutes". */
export function duration(seconds: number): string {
  const unit = UNITS.find(([, size]) => seconds >= size);
  if (!unit) return "moins d'une minute";
  const format = new Intl.NumberFormat('fr-FR', { style: 'unit', unit: unit[0], unitDisplay: 'long' });
  return format.format(Math.floor(seconds / unit[1]));
}
