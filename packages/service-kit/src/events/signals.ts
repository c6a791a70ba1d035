import type { Redis } from 'ioredis';
import { openRedis } from '../data/redis.ts';

/** Messages between processes. Delivery is best effort: receivers need another way to the same result. */
export const SIGNALS = {
  notifications: 'notifications',
  sessionsEnded: 'sessions-ended',
  milestones: 'milestones',
  /** The payload names the consignments of which parcels were counted, see `CountedSchema`. */
  counts: 'counts',
} as const;

type Signal = (typeof SIGNALS)[keyof typeof SIGNALS];

/** Redis channels span its databases, and two installations may share one Redis. */
export const channelOf = ({ options }: Redis, signal: Signal): string =>
  options.db ? `${signal}@${options.db}` : signal;

/** Publishes a signal if Redis is reachable. */
export function publishSignal(redis: Redis, signal: Signal, payload: unknown = null): void {
  redis.publish(channelOf(redis, signal), JSON.stringify(payload)).catch(() => {});
}

/**
 * Calls `handlers` for each signal, and `onConnect` after each (re)connection, since signals may have been missed
 * before it.
 * @returns a function that unsubscribes
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
  redis.on('error', () => {});
  redis.on('ready', () => {
    // A connection that is lost before the response becomes ready again.
    redis.subscribe(...byChannel.keys()).then(onConnect, () => {});
  });
  redis.on('message', (channel, message) => byChannel.get(channel)?.(JSON.parse(message)));
  return { close: () => redis.disconnect() };
}
