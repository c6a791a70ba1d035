import type { Worker } from 'bullmq';
import { type ConsumerTransaction, consumeEvents, type EventHandlers, type TransactionalDatabase } from './consumer.ts';
import { registerQueueMetrics } from './metrics.ts';
import { eventQueueOf, OutboxRelay, openQueue } from './outbox.ts';
import type { OutboxDatabase } from './outbox-state.ts';
import { closeGracefully, tidyUpAfterStart } from './process.ts';
import { connectRedis, pingRedis } from './redis.ts';
import { createService, type Service } from './service.ts';

interface WorkerConfig {
  HOST: string;
  PORT: number;
  LOG_LEVEL: string;
  INTERNAL_SIGNING_KEY: string;
  DATABASE_URL: string;
  REDIS_URL: string;
}

interface WorkerDatabase<Tx> extends TransactionalDatabase<Tx>, OutboxDatabase {
  $disconnect(): Promise<void>;
}

/** What a worker process does beside events; `close` finishes what it has begun. */
export interface BackgroundWork {
  close(): Promise<unknown>;
}

/**
 * Runs a service's worker process: relays its outbox, consumes the events it subscribed to, does `background` work of
 * its own, and answers health and metrics on its port. Returns once it listens; ends in good order on a signal.
 */
export async function createWorkerService<Tx extends ConsumerTransaction>(options: {
  name: string;
  config: WorkerConfig;
  database: WorkerDatabase<Tx>;
  handlers: EventHandlers<Tx>;
  /** Queues whose state `/metrics` tells beside that of the events. */
  queues?: readonly string[];
  /** `consumer` tells of every event that was handled. */
  background?: (parts: { app: Service; consumer: Worker }) => BackgroundWork;
}): Promise<void> {
  const { name, config, database, handlers } = options;
  const redis = connectRedis(config.REDIS_URL);
  const app = await createService({
    name: `${name}-worker`,
    logLevel: config.LOG_LEVEL,
    signingKey: config.INTERNAL_SIGNING_KEY,
    readiness: { database: () => database.$queryRaw`SELECT 1`, redis: () => pingRedis(redis) },
  });
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config;
  const relay = new OutboxRelay({ service: name, databaseUrl, redisUrl, log: app.log });
  const consumer = consumeEvents({ service: name, database, handlers, redisUrl: config.REDIS_URL, log: app.log });
  const background = options.background?.({ app, consumer });
  const queues = [eventQueueOf(name), ...(options.queues ?? [])].map((queue) => openQueue(queue, config.REDIS_URL));
  registerQueueMetrics(app.metricsRegistry, { service: name, queues, database });

  closeGracefully(app, async () => {
    await Promise.all([consumer.close(), relay.close(), background?.close()]);
    await app.close();
    await Promise.all(queues.map((queue) => queue.close()));
    redis.disconnect();
    await database.$disconnect();
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  tidyUpAfterStart();
}
