import { MAIL_QUEUES } from '@fasocolis/contracts/queues';
import { startPeriodic } from '@fasocolis/service-kit/periodic';
import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { startMails } from './emails/mail-worker.ts';
import { removeOldDeliveries } from './emails/old-deliveries.ts';
import { eventHandlers } from './event-handlers.ts';
import { announceStatusChanges } from './live/status-change-announcer.ts';
import { removeUnusedImages } from './popups/unused-images.ts';

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const HOUR_MS = 3_600_000;

await createWorkerService({
  name: 'notify',
  config,
  database,
  handlers: eventHandlers(config),
  queues: MAIL_QUEUES,
  background(parts) {
    const work = [
      startMails({ ...parts, config, database }),
      announceStatusChanges({ ...parts, redisUrl: config.REDIS_URL }),
      startPeriodic({
        name: 'removal of unused images',
        everyMs: HOUR_MS,
        work: () => removeUnusedImages(database),
        log: parts.app.log,
      }),
      startPeriodic({
        name: 'removal of old mails',
        everyMs: HOUR_MS,
        work: () => removeOldDeliveries(database),
        log: parts.app.log,
      }),
    ];
    return { close: () => Promise.all(work.map((each) => each.close())) };
  },
});
