import { join } from 'node:path';
import { migrate } from '@fasocolis/service-kit/migrate';
import { SEED_PATIENCE_MS } from '@fasocolis/service-kit/seed';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedAppSettings } from './seed/app-settings.ts';
import { seedDemoContactMessages } from './seed/demo-contact-messages.ts';
import { seedStaticPages } from './seed/static-pages.ts';

// Runs to its end before the service starts: brings the database up to date, then sows what it lacks.
const config = loadContentConfig(process.env);
await migrate(config.DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'));

const database = openDatabase(config.DATABASE_URL, { patienceMs: SEED_PATIENCE_MS });
await seedStaticPages(database);
await seedAppSettings(database, config.WHATSAPP_NUMBER);
if (config.DEMO_DATA) await seedDemoContactMessages(database);
await database.$disconnect();
