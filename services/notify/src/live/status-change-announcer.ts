import type { EventName } from '@fasocolis/contracts/events';
import { connectRedis } from '@fasocolis/service-kit/redis';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/signals';
import type { BackgroundWork } from '@fasocolis/service-kit/worker';
import type { Worker } from 'bullmq';

/** Calls those who push as soon as a change of status has become notifications. */
export function announceStatusChanges({ consumer, redisUrl }: { consumer: Worker; redisUrl: string }): BackgroundWork {
  const redis = connectRedis(redisUrl);
  const statusChanged: EventName = 'order.status-changed';
  consumer.on('completed', ({ name }) => {
    if (name === statusChanged) publishSignal(redis, SIGNALS.notifications);
  });
  return { close: async () => redis.disconnect() };
}
