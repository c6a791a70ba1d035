import { join } from 'node:path';
import { migrateAndSeed } from '@fasocolis/service-kit/data/seed';
import { loadSeedConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedAdministrator } from './seed/administrator.ts';
import { seedDemoAgent, seedDemoCustomers } from './seed/demo-accounts.ts';
import { readStoredPhones } from './seed/read-stored-phones.ts';

const config = loadSeedConfig(process.env);

await migrateAndSeed({
  config,
  migrations: join(import.meta.dirname, '../prisma/migrations'),
  openDatabase,
  async seed(database) {
    await readStoredPhones(database);
    await seedAdministrator(database, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
    if (!config.DEMO_DATA) return;
    await seedDemoCustomers(database);
    await seedDemoAgent(database);
  },
});
