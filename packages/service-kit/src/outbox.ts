import { randomUUID } from 'node:crypto';
import {
  domainEvents,
  type EventData,
  type EventEnvelope,
  type EventName,
  eventSubscribers,
} from '@fasocolis/contracts/events';
import { Queue } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import * as z from 'zod/mini';
import { openPool } from './database.ts';

/** All queues live under one hash tag, so that they stay on one node of a Redis Cluster. */
export const QUEUE_PREFIX = '{fasocolis}';

/** The queue in which a service finds the events it subscribed to. */
export const eventQueueOf = (service: string) => `events-${service}`;

const BATCH = 100;
const IDLE_MS = 200;
const RETRY_MS = 1000;

interface OutboxTransaction {
  outboxEvent: {
    create(args: { data: { id: string; name: string; data: object; requestId: string | null } }): Promise<unknown>;
  };
}

/**
 * Records an event in the same transaction as the change it tells of: both happen or neither does.
 * The relay brings it to its subscribers afterwards.
 */
export async function emit<N extends EventName>(
  transaction: OutboxTransaction,
  name: N,
  data: EventData<N>,
  requestId: string | null = null,
): Promise<void> {
  const checked = z.parse(domainEvents[name], data) as object;
  await transaction.outboxEvent.create({ data: { id: randomUUID(), name, data: checked, requestId } });
}

/**
 * Moves outbox rows to the queues of their subscribers, oldest first, until `close` is called.
 * A row leaves the outbox only after Redis has it: a crash in between sends it twice, under the same id.
 * Several relays may run on one database; each row is moved by one of them.
 */
export class OutboxRelay {
  readonly #pool: pg.Pool;
  readonly #queues: Map<string, Queue>;
  readonly #log: FastifyBaseLogger;
  #stopped = Promise.withResolvers<void>();
  #closing = false;
  #running: Promise<void>;

  constructor({ databaseUrl, redisUrl, log }: { databaseUrl: string; redisUrl: string; log: FastifyBaseLogger }) {
    this.#pool = openPool(databaseUrl, { connections: 1 });
    this.#log = log;
    const services = new Set(Object.values(eventSubscribers).flat());
    this.#queues = new Map([...services].map((service) => [service, openQueue(eventQueueOf(service), redisUrl)]));
    this.#running = this.#run();
  }

  /** Finishes the batch at hand and lets go of both connections. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#stopped.resolve();
    await this.#running;
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    await this.#pool.end();
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      let pause = IDLE_MS;
      try {
        if ((await this.#moveBatch()) === BATCH) pause = 0;
      } catch (err) {
        this.#log.error({ err }, 'outbox relay failed, will try again');
        pause = RETRY_MS;
      }
      const timer = Promise.withResolvers<void>();
      const handle = setTimeout(timer.resolve, pause);
      await Promise.race([timer.promise, this.#stopped.promise]);
      clearTimeout(handle);
    }
  }

  async #moveBatch(): Promise<number> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<EventEnvelope & { request_id: string | null }>(
        'SELECT id, name, data, request_id FROM outbox_events ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED',
        [BATCH],
      );
      for (const row of rows) await this.#publish(row);
      await client.query('DELETE FROM outbox_events WHERE id = ANY($1::uuid[])', [rows.map((row) => row.id)]);
      await client.query('COMMIT');
      client.release();
      return rows.length;
    } catch (error) {
      // The connection may be what failed: dropping it rolls back.
      client.release(true);
      throw error;
    }
  }

  async #publish({ request_id, ...event }: EventEnvelope & { request_id: string | null }): Promise<void> {
    const envelope = { ...event, ...(request_id && { requestId: request_id }) };
    const subscribers = eventSubscribers[event.name as EventName] ?? [];
    for (const service of subscribers) await this.#queues.get(service)?.add(event.name, envelope, { jobId: event.id });
  }
}

/** A queue for producers: fails at once while Redis is away, so that the caller decides when to try again. */
export function openQueue(name: string, redisUrl: string): Queue {
  const queue = new Queue(name, {
    prefix: QUEUE_PREFIX,
    connection: { url: redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false },
    defaultJobOptions: {
      attempts: 1_000_000,
      backoff: { type: 'capped' },
      removeOnComplete: { age: 3600, count: 1000 },
    },
  });
  // Every command reports its own failure; without a listener a lost connection would end the process.
  queue.on('error', () => {});
  return queue;
}
