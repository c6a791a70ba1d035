import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { eventHandlers } from './event-handlers.ts';
import { TransitTimes } from './shared/transit-times.ts';

const config = loadOrdersConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const transitTimes = new TransitTimes(database);
const silenceDays = {
  AIR: config.SILENCE_DAYS_AIR,
  SEA: config.SILENCE_DAYS_SEA,
  unknown: config.SILENCE_DAYS_UNKNOWN,
};

await runService({
  service: 'orders',
  config,
  database,
  build: ({ options, clientOf }) =>
    buildApp({ database, auth: clientOf('auth', config.AUTH_URL), transitTimes, silenceDays }, options),
  handlers: () => eventHandlers,
  periodic: [{ name: 'transit times', everyMs: 3_600_000, work: () => transitTimes.refresh() }],
});
