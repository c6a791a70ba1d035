import { join } from 'node:path';
import { migrateAndSeed } from '@fasocolis/service-kit/data/seed';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedDemoMessages } from './seed/demo-messages.ts';
import { readStoredPhones } from './seed/read-stored-phones.ts';

const config = loadNotifyConfig(process.env);

await migrateAndSeed({
  config,
  migrations: join(import.meta.dirname, '../prisma/migrations'),
  openDatabase,
  async seed(database) {
    await readStoredPhones(database);
    if (config.DEMO_DATA) await seedDemoMessages(database);
  },
});
