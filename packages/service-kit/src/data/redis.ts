import type { ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';

/** A connection without any response for this long is dead; workers block for 10 s. */
const SILENCE_MS = 20_000;

interface Behaviour {
  /** null: commands wait until Redis is back. */
  maxRetriesPerRequest: number | null;
  enableOfflineQueue?: boolean;
  enableAutoPipelining?: boolean;
  autoResubscribe?: boolean;
  commandTimeout?: number;
}

/** A connection to `redis://` or, over TLS, `rediss://`. The caller closes it. */
export const openRedis = (url: string, options: Behaviour): Redis =>
  new Redis(url, { socketTimeout: SILENCE_MS, ...options });

/**
 * A connection for commands, which fail at once while Redis is away. The caller closes it.
 * @param commandTimeout in milliseconds, for a Redis that hangs; unlimited by default
 */
export function connectRedis(url: string, options: { commandTimeout?: number } = {}): Redis {
  const redis = openRedis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    // All commands of one turn of the event loop share one write: every request looks up its session.
    enableAutoPipelining: true,
    ...options,
  });
  // Commands report their own failures; without a listener ioredis would also print them.
  redis.on('error', (error) => faults.set(redis, error)).on('ready', () => faults.delete(redis));
  return redis;
}

const faults = new WeakMap<Redis, Error>();

/** Pings Redis. @throws Error with the reason when there is no connection */
export async function pingRedis(redis: Redis): Promise<void> {
  await redis.ping().catch((error: Error) => {
    throw faults.get(redis) ?? error;
  });
}

/** The blocking connection of a BullMQ worker: it waits for Redis to come back. */
export const blockingConnection = (url: string): ConnectionOptions => ({
  url,
  socketTimeout: SILENCE_MS,
  maxRetriesPerRequest: null,
});
