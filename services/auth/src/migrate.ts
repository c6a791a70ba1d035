import { join } from 'node:path';
import { migrate } from '@fasocolis/service-kit/migrate';
import { SEED_PATIENCE_MS } from '@fasocolis/service-kit/seed';
import { loadSeedConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedAdministrator } from './seed/administrator.ts';
import { seedDemoCustomers } from './seed/demo-customers.ts';

// Runs to its end before the service starts: brings the database up to date, then sows what it lacks.
const config = loadSeedConfig(process.env);
await migrate(config.DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'));

const database = openDatabase(config.DATABASE_URL, { patienceMs: SEED_PATIENCE_MS });
await seedAdministrator(database, { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD });
if (config.DEMO_DATA) await seedDemoCustomers(database);
await database.$disconnect();
