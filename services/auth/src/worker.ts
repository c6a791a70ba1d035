import { startPeriodic } from '@fasocolis/service-kit/periodic';
import { createWorkerService } from '@fasocolis/service-kit/worker';
import { loadAuthConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { pruneTokens } from './tokens/user-tokens.ts';

const HOUR_MS = 3_600_000;

const config = loadAuthConfig(process.env);
const database = openDatabase(config.DATABASE_URL);

// Auth itself hears of no events: it relays its own and tidies up.
await createWorkerService({
  name: 'auth',
  config,
  database,
  handlers: {},
  background: ({ app: { log } }) =>
    startPeriodic({ name: 'pruning of tokens', everyMs: HOUR_MS, work: () => pruneTokens(database), log }),
});
