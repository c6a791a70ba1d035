import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { startMails } from './emails/mail-worker.ts';
import { eventHandlers } from './event-handlers.ts';
import { announceStatusChanges } from './live/status-change-announcer.ts';

const config = loadNotifyConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await createWorkerService({
  name: 'notify',
  config,
  database,
  handlers: eventHandlers,
  background(parts) {
    const work = [
      startMails({ ...parts, config, database }),
      announceStatusChanges({ ...parts, redisUrl: config.REDIS_URL }),
    ];
    return { close: () => Promise.all(work.map((each) => each.close())) };
  },
});
