import type { EventName } from '@fasocolis/contracts/events';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/signals';
import type { Worker } from 'bullmq';
import type { Redis } from 'ioredis';

/** Signals new notifications to those who push as soon as a change of status was handled. */
export function announceStatusChanges({ consumer, redis }: { consumer: Worker | undefined; redis: Redis }): void {
  const statusChanged: EventName = 'order.status-changed';
  consumer?.on('completed', ({ name }) => {
    if (name === statusChanged) publishSignal(redis, SIGNALS.notifications);
  });
}
