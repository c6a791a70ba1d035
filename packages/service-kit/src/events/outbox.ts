import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
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
import { type InTransaction, openPool } from '../data/database.ts';
import { connectRedis } from '../data/redis.ts';

export const QUEUE_PREFIX = '{fasocolis}';

/** The queue with the events a service subscribes to. */
export const eventQueueOf = (service: string) => `events-${service}`;

const BATCH = 100;
const IDLE_MS = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const RETRY_MS = 1000;

interface OutboxTransaction extends InTransaction {
  outboxEvent: {
    createMany(args: { data: { id: string; name: string; data: object; requestId: string | null } }): Promise<unknown>;
  };
}

/** Records an event in the transaction of its change. The relay publishes it afterwards. */
export async function emit<N extends EventName>(
  transaction: OutboxTransaction,
  name: N,
  data: EventData<N>,
  requestId: string | null = null,
): Promise<void> {
  const checked = z.parse(domainEvents[name], data) as object;
  await transaction.outboxEvent.createMany({ data: { id: randomUUID(), name, data: checked, requestId } });
}

type OutboxRow = EventEnvelope & { request_id: string | null };

interface RelayOptions {
  databaseUrl: string;
  redisUrl: string;
  log: FastifyBaseLogger;
}

/**
 * Publishes outbox rows to the queues of their subscribers, oldest first, until `close`. A row is deleted when its job
 * is completed in every queue, and published again under the same id when a queue lost the job (docs/decisions/0006).
 * Any number of relays may run on one database.
 */
export class OutboxRelay {
  readonly #pool: pg.Pool;
  readonly #redisUrl: string;
  /** Opened at the first event: a service may only reach the queues that it publishes to. */
  readonly #queues = new Map<string, Queue>();
  readonly #log: FastifyBaseLogger;
  readonly #closing = new AbortController();
  #cursor = FIRST_ID;
  #running: Promise<void>;

  constructor({ databaseUrl, redisUrl, log }: RelayOptions) {
    this.#pool = openPool(databaseUrl, { connections: 1 });
    this.#log = log;
    this.#redisUrl = redisUrl;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    await this.#pool.end();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      let pause = IDLE_MS;
      try {
        // An idle relay sends only this query. Ordered by id, it reads the index, which skips deleted rows.
        const { rowCount } = await this.#pool.query('SELECT FROM outbox_events ORDER BY id LIMIT 1');
        if (rowCount) {
          const published = await this.#publishBatch();
          const confirmed = await this.#confirmBatch();
          if (published === BATCH || confirmed === BATCH) pause = 0;
        }
      } catch (err) {
        this.#log.error({ err }, 'outbox relay failed, will try again');
        pause = RETRY_MS;
      }
      // Rejects when the relay is closing, which the loop checks.
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  }

  async #publishBatch(): Promise<number> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      // Ordered by `published_at` too, although it is NULL, so that PostgreSQL uses the index.
      const { rows } = await client.query<OutboxRow>(
        `SELECT id, name, data, request_id FROM outbox_events WHERE published_at IS NULL
         ORDER BY published_at, created_at, id LIMIT $1 FOR UPDATE SKIP LOCKED`,
        [BATCH],
      );
      if (rows.length > 0) {
        await this.#publish(rows);
        await client.query('UPDATE outbox_events SET published_at = now() WHERE id = ANY($1::uuid[])', [idsOf(rows)]);
      }
      await client.query('COMMIT');
      client.release();
      return rows.length;
    } catch (error) {
      // The connection may have failed: dropping it rolls back.
      client.release(true);
      throw error;
    }
  }

  async #publish(rows: OutboxRow[]): Promise<void> {
    for (const service of new Set(rows.flatMap(({ name }) => subscribersOf(name)))) {
      const jobs = rows
        .filter(({ name }) => subscribersOf(name).includes(service))
        .map(({ request_id, ...event }) => ({
          name: event.name,
          data: { ...event, ...(request_id && { requestId: request_id }) },
          opts: { jobId: event.id },
        }));
      await this.#queueOf(service).addBulk(jobs);
    }
    for (const { id, name, request_id: requestId } of rows) {
      this.#log.info({ eventId: id, event: name, requestId }, 'event relayed');
    }
  }

  #queueOf(service: string): Queue {
    const queue = this.#queues.get(service) ?? openQueue(eventQueueOf(service), this.#redisUrl);
    this.#queues.set(service, queue);
    return queue;
  }

  async #confirmBatch(): Promise<number> {
    const { rows } = await this.#pool.query<Pick<OutboxRow, 'id' | 'name'>>(
      'SELECT id, name FROM outbox_events WHERE published_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2',
      [this.#cursor, BATCH],
    );
    this.#cursor = (rows.length === BATCH && rows.at(-1)?.id) || FIRST_ID;
    const inspected = await Promise.all(
      rows.map(async (row) => ({
        id: row.id,
        states: await Promise.all(
          subscribersOf(row.name).map(async (service) => this.#queueOf(service).getJobState(row.id)),
        ),
      })),
    );
    const confirmed = inspected.filter(({ states }) => states.every((state) => state === 'completed'));
    const lost = inspected.filter(({ states }) => states.includes('unknown'));
    if (confirmed.length > 0) {
      await this.#pool.query('DELETE FROM outbox_events WHERE id = ANY($1::uuid[])', [idsOf(confirmed)]);
    }
    if (lost.length > 0) {
      await this.#pool.query('UPDATE outbox_events SET published_at = NULL WHERE id = ANY($1::uuid[])', [idsOf(lost)]);
    }
    return confirmed.length;
  }
}

const subscribersOf = (event: string) => eventSubscribers[event as EventName] ?? [];
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** A queue with its own connection: BullMQ's retries forever when it is closed while Redis is away. */
class ProducerQueue extends Queue {
  readonly #redis: Redis;

  constructor(name: string, redis: Redis) {
    super(name, {
      prefix: QUEUE_PREFIX,
      connection: redis,
      defaultJobOptions: {
        attempts: 1_000_000,
        backoff: { type: 'capped' },
        // Kept until the relay has seen the completion.
        removeOnComplete: { age: 3600, count: 10_000 },
      },
    });
    this.#redis = redis;
    // Commands report their own failures; an unhandled error event would end the process.
    this.on('error', () => {});
  }

  override async close(): Promise<void> {
    await super.close();
    this.#redis.disconnect();
  }
}

/** A queue for producers: fails at once while Redis is away, so that the caller decides about a retry. */
export const openQueue = (name: string, redisUrl: string): Queue => new ProducerQueue(name, connectRedis(redisUrl));
