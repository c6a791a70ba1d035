import { join } from 'node:path';
import { migrate } from '@fasocolis/service-kit/migrate';
import { SEED_PATIENCE_MS } from '@fasocolis/service-kit/seed';
import { loadNotifyConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedDemoMessages } from './seed/demo-messages.ts';

// Runs to its end before the service starts: brings the database up to date, then sows what it lacks.
const config = loadNotifyConfig(process.env);
await migrate(config.DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'));

const database = openDatabase(config.DATABASE_URL, { patienceMs: SEED_PATIENCE_MS });
if (config.DEMO_DATA) await seedDemoMessages(database);
await database.$disconnect();
