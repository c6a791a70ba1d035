import { eventSubscribers } from '@fasocolis/contracts/events';
import type { ServiceName } from '@fasocolis/contracts/services';
import type { Redis } from 'ioredis';
import type * as z from 'zod/mini';
import { connectRedis } from '../data/redis.ts';
import {
  type ConsumerTransaction,
  consumeEvents,
  type EventHandlers,
  type TransactionalDatabase,
} from '../events/consumer.ts';
import { retryFailedEvents } from '../events/failed-jobs.ts';
import { eventQueueOf, OutboxRelay, openQueue } from '../events/outbox.ts';
import type { OutboxDatabase } from '../events/outbox-state.ts';
import { type BackgroundWork, type PeriodicWork, startPeriodic } from '../events/periodic.ts';
import type { AppOptions, Service } from '../http/service.ts';
import { ServiceClient } from '../http/service-client.ts';
import { AuditEvents } from './audit-events.ts';
import type { serviceEnvironment } from './config.ts';
import { registerQueueMetrics } from './metrics.ts';
import { closeGracefully } from './process.ts';
import { startWatchdog } from './watchdog.ts';

interface RunDatabase<Tx> extends TransactionalDatabase<Tx>, OutboxDatabase {
  $disconnect(): Promise<void>;
}

export interface ServiceParts {
  options: Omit<AppOptions, 'logStream'>;
  /** For commands; closed with the process. */
  redis: Redis;
  clientOf: (service: ServiceName, baseUrl: string, timeoutMs?: number) => ServiceClient;
}

interface RunOptions<Tx> {
  service: ServiceName;
  config: z.infer<z.ZodMiniObject<typeof serviceEnvironment>>;
  database: RunDatabase<Tx>;
  build: (parts: ServiceParts) => Promise<Service>;
  handlers?: (parts: ServiceParts) => EventHandlers<Tx>;
  periodic?: readonly PeriodicWork[];
  /** Further queues whose state `/metrics` reports. */
  queues?: readonly string[];
  background?: (parts: ServiceParts & { app: Service }) => BackgroundWork[];
}

/**
 * Runs a process of a service: HTTP with health and metrics and, with `handlers`, outbox relay, event consumer,
 * periodic and background work. Resolves once it listens; shuts down gracefully on a signal.
 * @throws Error when a subscribed event has no handler
 */
export async function runService<Tx extends ConsumerTransaction>(options: RunOptions<Tx>): Promise<void> {
  const { config, database } = options;
  const redis = connectRedis(config.REDIS_URL);
  const parts: ServiceParts = {
    options: {
      logLevel: config.LOG_LEVEL,
      identityKeys: config.IDENTITY_PUBLIC_KEYS,
      audit: new AuditEvents(redis),
    },
    redis,
    clientOf: (name, baseUrl, timeoutMs) =>
      new ServiceClient({
        service: name,
        baseUrl,
        identityKey: config.IDENTITY_KEY,
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
  };
  const app = await options.build(parts);
  startWatchdog(options.service);
  const { handlers } = options;
  const work = handlers ? startWork({ ...options, handlers: handlers(parts) }, parts, app) : [];
  closeGracefully(app, async () => {
    await Promise.all([app.close(), ...work.map((each) => each.close())]);
    redis.disconnect();
    await database.$disconnect();
  });
  await app.listen({ host: config.HOST, port: config.PORT });
}

function startWork<Tx extends ConsumerTransaction>(
  options: Omit<RunOptions<Tx>, 'handlers'> & { handlers: EventHandlers<Tx> },
  parts: ServiceParts,
  app: Service,
): BackgroundWork[] {
  const { service, database, handlers, periodic = [], queues: ownQueues = [], background } = options;
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = options.config;
  const { log } = app;
  const isSubscriber = Object.values(eventSubscribers).some((subscribers) => subscribers.includes(service));
  const consumer = isSubscriber ? consumeEvents({ service, database, handlers, redisUrl, log }) : undefined;
  const eventQueue = isSubscriber ? openQueue(eventQueueOf(service), redisUrl) : undefined;
  if (eventQueue) void retryFailedEvents(eventQueue, log);
  const queues = [...(eventQueue ? [eventQueue] : []), ...ownQueues.map((name) => openQueue(name, redisUrl))];
  registerQueueMetrics(app.metricsRegistry, { service, queues, database });
  return [
    new OutboxRelay({ databaseUrl, redisUrl, log }),
    ...(consumer ? [consumer] : []),
    ...queues,
    ...periodic.map((work) => startPeriodic(work, log)),
    ...(background?.({ ...parts, app }) ?? []),
  ];
}
