import { join } from 'node:path';
import { migrateAndSeed } from '@fasocolis/service-kit/data/seed';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedAppSettings } from './seed/app-settings.ts';
import { seedDemoContactMessages } from './seed/demo-contact-messages.ts';
import { seedStaticPages } from './seed/static-pages.ts';

const config = loadContentConfig(process.env);

await migrateAndSeed({
  config,
  migrations: join(import.meta.dirname, '../prisma/migrations'),
  openDatabase,
  async seed(database) {
    await seedStaticPages(database);
    await seedAppSettings(database, config.WHATSAPP_NUMBER);
    if (config.DEMO_DATA) await seedDemoContactMessages(database);
  },
});
