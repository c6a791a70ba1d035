import { join } from 'node:path';
import { migrate } from '@fasocolis/service-kit/migrate';
import { loadCatalogConfig } from './config.ts';

// Runs to its end before the service starts: brings the database up to date, then sows what it lacks.
const config = loadCatalogConfig(process.env);
await migrate(config.DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'));
