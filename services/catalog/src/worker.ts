import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadCatalogConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadCatalogConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await createWorkerService({ name: 'catalog', config, database, handlers: {} });
