import { EMAIL_QUEUE } from '@fasocolis/contracts/queues';
import { pingRedis } from '@fasocolis/service-kit/data/redis';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/events/signals';
import { createService } from '@fasocolis/service-kit/http/service';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { startEmails } from './emails/email-worker.ts';
import { removeOldDeliveries } from './emails/old-deliveries.ts';
import { silentOrdersEmail } from './emails/silent-orders-email.ts';
import { eventHandlers } from './event-handlers.ts';
import { removeUnusedImages } from './popups/popup-images.ts';
import { EmailQueue } from './shared/email-queue.ts';

const HOUR_MS = 3_600_000;

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const queue = new EmailQueue(config.REDIS_URL);

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
  queues: [EMAIL_QUEUE],
  periodic: [
    { name: 'removal of unused images', everyMs: HOUR_MS, work: () => removeUnusedImages(database) },
    { name: 'removal of old mails', everyMs: HOUR_MS, work: () => removeOldDeliveries(database) },
    silentOrdersEmail({ database, queue }),
  ],
  background: ({ app }) => [startEmails({ app, config, database, queue })],
});
