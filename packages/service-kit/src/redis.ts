import type { ConnectionOptions } from 'bullmq';
import { Redis } from 'ioredis';

/** Silence after a command that means the connection is dead, although it was not closed; workers block for 10 s. */
const SILENCE_MS = 20_000;

/** How a connection behaves while Redis is away. */
interface Behaviour {
  /** null: a command waits until Redis is back. */
  maxRetriesPerRequest: number | null;
  enableOfflineQueue?: boolean;
  autoResubscribe?: boolean;
  commandTimeout?: number;
}

/** A connection to `redis://` or, over TLS, `rediss://`. The caller closes it. */
export const openRedis = (url: string, options: Behaviour): Redis =>
  new Redis(url, { socketTimeout: SILENCE_MS, ...options });

/**
 * A connection for commands: fails at once instead of queueing while Redis is away, so that callers can answer.
 * The caller closes it.
 *
 * @param commandTimeout how long a command may take when Redis is there but hangs, in milliseconds; unlimited by default
 */
export function connectRedis(url: string, options: { commandTimeout?: number } = {}): Redis {
  const redis = openRedis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, ...options });
  // Every command's promise tells that there is no connection; without a listener ioredis would also print why.
  redis.on('error', (error) => faults.set(redis, error)).on('ready', () => faults.delete(redis));
  return redis;
}

/** Why connections that should be there are not. */
const faults = new WeakMap<Redis, Error>();

/** Asks Redis for a sign of life. @throws Error that says why there is no connection, where there is none */
export async function pingRedis(redis: Redis): Promise<void> {
  await redis.ping().catch((error: Error) => {
    throw faults.get(redis) ?? error;
  });
}

/** The connection that a BullMQ worker blocks on: it waits for Redis to come back. */
export const blockingConnection = (url: string): ConnectionOptions => ({
  url,
  socketTimeout: SILENCE_MS,
  maxRetriesPerRequest: null,
});
