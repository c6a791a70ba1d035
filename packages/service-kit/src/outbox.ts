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
import type { Redis } from 'ioredis';
import type pg from 'pg';
import * as z from 'zod/mini';
import { openPool } from './database.ts';
import type { PublicChanges } from './public-answers.ts';
import { connectRedis, queueConnection } from './redis.ts';
import { channelOf, SIGNALS } from './signals.ts';

/** Keeps the keys of queues apart from all others. */
export const QUEUE_PREFIX = '{fasocolis}';

/** The queue in which a service finds the events it subscribed to. */
export const eventQueueOf = (service: string) => `events-${service}`;

const CHANGED = 'public-answers.changed' satisfies EventName;

const BATCH = 100;
const IDLE_MS = 200;
const RETRY_MS = 1000;
/** How long Redis may take to take a signal, in milliseconds. */
const SIGNAL_PATIENCE_MS = 1000;

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

type OutboxRow = EventEnvelope & { request_id: string | null };

interface RelayOptions {
  /** Whose outbox it is. */
  service: string;
  databaseUrl: string;
  redisUrl: string;
  log: FastifyBaseLogger;
}

/**
 * Moves outbox rows to the queues of their subscribers, oldest first, until `close` is called. Beside that it tells the
 * gateways which public answers have changed, and that there is nothing more to tell: as long as they hear it, what
 * they remember is true.
 * A row leaves the outbox only after Redis has it: a crash in between sends it twice, under the same id.
 * Several relays may run on one database; each row is moved by one of them.
 */
export class OutboxRelay {
  readonly #pool: pg.Pool;
  readonly #queues: Map<string, Queue>;
  readonly #redis: Redis;
  readonly #service: string;
  readonly #log: FastifyBaseLogger;
  #stopped = Promise.withResolvers<void>();
  #closing = false;
  #running: Promise<void>;

  constructor({ service, databaseUrl, redisUrl, log }: RelayOptions) {
    this.#service = service;
    this.#redis = connectRedis(redisUrl, { commandTimeout: SIGNAL_PATIENCE_MS });
    this.#pool = openPool(databaseUrl, { connections: 1 });
    this.#log = log;
    const services = new Set(Object.values(eventSubscribers).flat());
    this.#queues = new Map([...services].map((service) => [service, openQueue(eventQueueOf(service), redisUrl)]));
    this.#running = this.#run();
  }

  /** Finishes the batch at hand and lets go of its connections. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#stopped.resolve();
    await this.#running;
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    this.#redis.disconnect();
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
      const { rows } = await client.query<OutboxRow>(
        'SELECT id, name, data, request_id FROM outbox_events ORDER BY created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED',
        [BATCH],
      );
      await this.#tellGateways(rows);
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

  /** First of all, because somebody may be looking at what has changed. */
  async #tellGateways(rows: OutboxRow[]): Promise<void> {
    const keys = rows
      .filter(({ name }) => name === CHANGED)
      .flatMap(({ data }) => z.safeParse(domainEvents[CHANGED], data).data?.keys ?? []);
    const changes: PublicChanges = { service: this.#service, keys, isComplete: rows.length < BATCH };
    const told = this.#redis.publish(channelOf(this.#redis, SIGNALS.publicAnswers), JSON.stringify(changes));
    // Where nothing has changed, silence does no harm: gateways then ask the service more often.
    await (keys.length > 0 ? told : told.catch(() => {}));
  }

  async #publish({ request_id, ...event }: OutboxRow): Promise<void> {
    const envelope = { ...event, ...(request_id && { requestId: request_id }) };
    const subscribers = eventSubscribers[event.name as EventName] ?? [];
    for (const service of subscribers) await this.#queues.get(service)?.add(event.name, envelope, { jobId: event.id });
    this.#log.info({ eventId: event.id, event: event.name, requestId: request_id }, 'event relayed');
  }
}

/** A queue for producers: fails at once while Redis is away, so that the caller decides when to try again. */
export function openQueue(name: string, redisUrl: string): Queue {
  const queue = new Queue(name, {
    prefix: QUEUE_PREFIX,
    connection: queueConnection(redisUrl),
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
