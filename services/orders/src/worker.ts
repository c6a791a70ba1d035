import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { eventHandlers } from './event-handlers.ts';

const config = loadOrdersConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await createWorkerService({ name: 'orders', config, database, handlers: eventHandlers });
