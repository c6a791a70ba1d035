import { deliveryQueueOf } from '@fasocolis/contracts/queues';
import { pingRedis } from '@fasocolis/service-kit/data/redis';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/events/signals';
import { createService } from '@fasocolis/service-kit/http/service';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { startDeliveries } from './deliveries/delivery-worker.ts';
import { removeOldDeliveries } from './deliveries/old-deliveries.ts';
import { emailChannel } from './emails/email-channel.ts';
import { silentOrdersEmail } from './emails/silent-orders-email.ts';
import { eventHandlers } from './event-handlers.ts';
import { removeUnusedImages } from './popups/popup-images.ts';
import { removeExpiredDevices } from './push/device-service.ts';
import { pushChannel } from './push/push-channel.ts';
import { DeliveryQueue } from './shared/delivery-queue.ts';

const HOUR_MS = 3_600_000;

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const queue = new DeliveryQueue(config.REDIS_URL);
const channels = [emailChannel({ config, database, queue }), pushChannel({ config, database })];

await runService({
  service: 'notify',
  config,
  database,
  build: ({ redis, options }) =>
    createService({
      ...options,
      name: 'notify-worker',
      readiness: { database: () => database.$queryRaw`SELECT 1`, redis: () => pingRedis(redis) },
    }),
  handlers: ({ redis }) =>
    eventHandlers({ config, queue, signalFeed: async () => publishSignal(redis, SIGNALS.notifications) }),
  queues: channels.map(({ name }) => deliveryQueueOf(name)),
  periodic: [
    { name: 'removal of unused images', everyMs: HOUR_MS, work: () => removeUnusedImages(database) },
    { name: 'removal of old deliveries', everyMs: HOUR_MS, work: () => removeOldDeliveries(database) },
    { name: 'removal of expired devices', everyMs: HOUR_MS, work: () => removeExpiredDevices(database) },
    silentOrdersEmail({ database, queue }),
  ],
  background: ({ app }) => [startDeliveries({ app, config, database, channels, queue })],
});
