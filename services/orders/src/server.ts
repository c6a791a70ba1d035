import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { eventHandlers } from './event-handlers.ts';

const config = loadOrdersConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await runService({
  service: 'orders',
  config,
  database,
  build: ({ options, clientOf }) => buildApp({ database, auth: clientOf(config.AUTH_URL) }, options),
  handlers: () => eventHandlers,
});
