import type { Redis } from 'ioredis';
import { openRedis } from './redis.ts';

/** What processes call to each other. A signal may get lost: whoever listens must come to the same end without it. */
export const SIGNALS = {
  /** There are new notifications. */
  notifications: 'notifications',
  /** Sessions have ended; the payload is the list of their keys. */
  sessionsEnded: 'sessions-ended',
} as const;

type Signal = (typeof SIGNALS)[keyof typeof SIGNALS];

/** The channel of a signal. Redis has no channels per database, and two installations may share a Redis. */
export const channelOf = ({ options }: Redis, signal: Signal): string =>
  options.db ? `${signal}@${options.db}` : signal;

/** Tells everybody who listens right now, if Redis can be reached. */
export function publishSignal(redis: Redis, signal: Signal, payload: unknown = null): void {
  redis.publish(channelOf(redis, signal), JSON.stringify(payload)).catch(() => {});
}

/**
 * Calls `handlers` for each signal heard, and `onConnect` whenever listening begins anew: what was said before then may
 * have been missed.
 *
 * @returns what stops listening
 */
export function subscribeSignals(
  redisUrl: string,
  handlers: Partial<Record<Signal, (payload: unknown) => void>>,
  { onConnect }: { onConnect: () => void },
): { close: () => void } {
  const redis = openRedis(redisUrl, { maxRetriesPerRequest: null, autoResubscribe: false });
  const byChannel = new Map(
    Object.entries(handlers).map(([signal, handle]) => [channelOf(redis, signal as Signal), handle]),
  );
  // A lost connection is made again by itself.
  redis.on('error', () => {});
  redis.on('ready', () => {
    // A connection that is lost before the answer becomes ready once more.
    redis.subscribe(...byChannel.keys()).then(onConnect, () => {});
  });
  redis.on('message', (channel, message) => byChannel.get(channel)?.(JSON.parse(message)));
  return { close: () => redis.disconnect() };
}
