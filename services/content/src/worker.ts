import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadContentConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await createWorkerService({ name: 'content', config, database, handlers: {} });
