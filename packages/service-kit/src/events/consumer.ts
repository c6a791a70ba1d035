import {
  domainEvents,
  type EventData,
  type EventEnvelope,
  EventEnvelopeSchema,
  type EventName,
  eventSubscribers,
} from '@fasocolis/contracts/events';
import type { ServiceName } from '@fasocolis/contracts/services';
import { type Job, UnrecoverableError, type Worker } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { startJobWorker } from './job-worker.ts';
import { eventQueueOf } from './outbox.ts';

export interface ConsumerTransaction {
  processedEvent: {
    createMany(args: { data: { eventId: string }[]; skipDuplicates: true }): Promise<{ count: number }>;
  };
}

export interface TransactionalDatabase<Tx> {
  $transaction<T>(work: (transaction: Tx) => Promise<T>): Promise<T>;
}

/** Registers best-effort work to run after the commit; a crash may skip it. */
export type AfterCommit = (work: () => Promise<unknown>) => void;

type Handler<Tx, Data> = (
  transaction: Tx,
  data: Data,
  event: EventEnvelope,
  afterCommit: AfterCommit,
) => Promise<unknown>;

/** Handlers by event name, each run in the transaction that marks the event as processed. */
export type EventHandlers<Tx> = { [N in EventName]?: Handler<Tx, EventData<N>> };

/**
 * Consumes the events of a service. Each takes effect exactly once and is retried after 1, 2, 4 … 60 seconds.
 * @returns the running worker; `close()` waits for the current job
 * @throws Error when a subscribed event has no handler
 */
export function consumeEvents<Tx extends ConsumerTransaction>(options: {
  service: ServiceName;
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
    const handler = handlers[name] as Handler<Tx, unknown> | undefined;
    if (!handler) throw new UnrecoverableError(`${service} does not know the event ${event.name}`);
    const data = parseOrGiveUp(domainEvents[name], event.data);
    const later: (() => Promise<unknown>)[] = [];
    const isNew = await database.$transaction(async (transaction) => {
      const mark = await transaction.processedEvent.createMany({ data: [{ eventId: event.id }], skipDuplicates: true });
      if (mark.count === 1) await handler(transaction, data, event, (work) => later.push(work));
      return mark.count === 1;
    });
    log.info({ eventId: event.id, event: name, requestId: event.requestId, isNew }, 'event handled');
    for (const work of later) await work();
  };

  return startJobWorker(eventQueueOf(service), handle, { redisUrl, log });
}

/** Malformed data is not retried. */
function parseOrGiveUp<T extends z.core.$ZodType>(schema: T, data: unknown): z.core.output<T> {
  const parsed = z.safeParse(schema, data);
  if (!parsed.success) throw new UnrecoverableError(z.prettifyError(parsed.error));
  return parsed.data;
}
