import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadAuthConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadAuthConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

// Only the outbox needs it: auth itself hears of no events.
await createWorkerService({ name: 'auth', config, database, handlers: {} });
