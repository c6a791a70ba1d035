import { Redis } from 'ioredis';

/**
 * A connection for commands: fails at once instead of queueing while Redis is away, so that callers can answer.
 * The caller closes it.
 *
 * @param commandTimeout how long a command may take when Redis is there but hangs, in milliseconds; unlimited by default
 */
export function connectRedis(url: string, options: { commandTimeout?: number } = {}): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, ...options });
  // Connection errors reach every command's promise; without a listener ioredis would also print them.
  redis.on('error', () => {});
  return redis;
}

/** Options of the connection that a BullMQ worker blocks on: it waits for Redis to come back. */
export function blockingConnection(url: string) {
  return { url, maxRetriesPerRequest: null };
}
