import { startPeriodic } from '@fasocolis/service-kit/periodic';
import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { removeUnusedImages } from './images/unused-images.ts';

const config = loadCatalogConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await createWorkerService({
  name: 'catalog',
  config,
  database,
  handlers: {},
  background: ({ app: { log } }) =>
    startPeriodic({
      name: 'unused images',
      everyMs: 3_600_000,
      log,
      async work() {
        const removed = await removeUnusedImages(database);
        if (removed > 0) log.info({ removed }, 'unused images removed');
      },
    }),
});
