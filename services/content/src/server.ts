import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadContentConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { eventHandlers } from './event-handlers.ts';
import { removeOldMessages } from './messages/contact-message-service.ts';

const HOUR_MS = 3_600_000;

const config = loadContentConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

await runService({
  service: 'content',
  config,
  database,
  build: ({ redis, options, clientOf }) =>
    buildApp(
      { database, redis, auth: clientOf('auth', config.AUTH_URL) },
      { ...options, maxMessages: config.RATE_LIMITS ? config.RATE_LIMIT_CONTACT_MESSAGES : null },
    ),
  handlers: () => eventHandlers,
  periodic: [{ name: 'removal of old messages', everyMs: HOUR_MS, work: () => removeOldMessages(database) }],
});
