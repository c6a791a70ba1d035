import { join } from 'node:path';
import { migrate } from '@fasocolis/service-kit/migrate';
import { SEED_PATIENCE_MS } from '@fasocolis/service-kit/seed';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { seedDemoOrders } from './seed/demo-orders.ts';
import { seedOrderStatuses } from './seed/order-statuses.ts';

// Runs to its end before the service starts: brings the database up to date, then sows what it lacks.
const config = loadOrdersConfig(process.env);
await migrate(config.DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'));

const database = openDatabase(config.DATABASE_URL, { patienceMs: SEED_PATIENCE_MS });
await seedOrderStatuses(database);
if (config.DEMO_DATA) await seedDemoOrders(database);
await database.$disconnect();
