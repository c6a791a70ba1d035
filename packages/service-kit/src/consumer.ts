import {
  domainEvents,
  type EventData,
  type EventEnvelope,
  EventEnvelopeSchema,
  type EventName,
  eventSubscribers,
} from '@fasocolis/contracts/events';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { eventQueueOf, QUEUE_PREFIX } from './outbox.ts';
import { blockingConnection } from './redis.ts';

export interface ConsumerTransaction {
  processedEvent: {
    createMany(args: { data: { eventId: string }[]; skipDuplicates: true }): Promise<{ count: number }>;
  };
}

export interface TransactionalDatabase<Tx> {
  $transaction<T>(work: (transaction: Tx) => Promise<T>): Promise<T>;
}

/** What a service does with each event it subscribed to, inside the transaction that also marks the event as done. */
export type EventHandlers<Tx> = {
  [N in EventName]?: (transaction: Tx, data: EventData<N>, event: EventEnvelope) => Promise<void>;
};

const LONGEST_PAUSE_MS = 60_000;
const LOCK_MS = 5000;

/**
 * Consumes a service's events: each takes effect exactly once, however often it is delivered, and is tried again
 * after 1, 2, 4 … 60 seconds until it succeeds.
 *
 * @returns the running worker; `close()` waits for the job at hand
 * @throws Error at start when a subscribed event has no handler
 */
export function consumeEvents<Tx extends ConsumerTransaction>(options: {
  service: string;
  database: TransactionalDatabase<Tx>;
  handlers: EventHandlers<Tx>;
  redisUrl: string;
  log: FastifyBaseLogger;
}): Worker {
  const { service, database, handlers, redisUrl, log } = options;
  for (const [name, subscribers] of Object.entries(eventSubscribers)) {
    if (subscribers.includes(service) && !(name in handlers)) throw new Error(`${service} has no handler for ${name}`);
  }

  const handle = async (job: Job) => {
    const event = parseOrGiveUp(EventEnvelopeSchema, job.data);
    const name = event.name as EventName;
    const handler = handlers[name] as ((tx: Tx, data: unknown, event: EventEnvelope) => Promise<void>) | undefined;
    if (!handler) throw new UnrecoverableError(`${service} does not know the event ${event.name}`);
    const data = parseOrGiveUp(domainEvents[name], event.data);
    const isNew = await database.$transaction(async (transaction) => {
      const mark = await transaction.processedEvent.createMany({ data: [{ eventId: event.id }], skipDuplicates: true });
      if (mark.count === 1) await handler(transaction, data, event);
      return mark.count === 1;
    });
    log.info({ eventId: event.id, event: name, requestId: event.requestId, isNew }, 'event handled');
  };

  const worker = new Worker(eventQueueOf(service), handle, {
    prefix: QUEUE_PREFIX,
    connection: blockingConnection(redisUrl),
    // A killed worker's jobs are taken up again within seconds, and as often as that happens: handling is idempotent.
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
    maxStalledCount: 1_000_000,
    settings: { backoffStrategy: (attempts) => Math.min(1000 * 2 ** (attempts - 1), LONGEST_PAUSE_MS) },
  });
  worker.on('failed', (job, err) => {
    const { id: eventId, name, attemptsMade: attempt, data } = job ?? {};
    log.error({ err, eventId, event: name, requestId: data?.requestId, attempt }, 'event failed');
  });
  worker.on('error', (err) => log.warn({ err }, 'event queue unreachable'));
  return worker;
}

/** Malformed data stays malformed however often it is tried. */
function parseOrGiveUp<T extends z.core.$ZodType>(schema: T, data: unknown): z.core.output<T> {
  const parsed = z.safeParse(schema, data);
  if (!parsed.success) throw new UnrecoverableError(z.prettifyError(parsed.error));
  return parsed.data;
}
