import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';

const config = loadContentConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await runService({
  service: 'content',
  config,
  database,
  build: ({ redis, options }) =>
    buildApp({ database, redis }, { ...options, mostMessages: config.RATE_LIMITS ? config.CONTACT_LIMIT : null }),
  handlers: () => ({}),
});
