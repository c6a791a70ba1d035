import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { limitsOf, loadAuthConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { pruneTokens } from './shared/user-tokens.ts';
import { signInProviders } from './social/providers.ts';
import { SealedSecrets } from './two-factor/sealed-secrets.ts';
import { resealSecrets } from './two-factor/two-factor-service.ts';

const HOUR_MS = 3_600_000;

const config = loadAuthConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const sealed = new SealedSecrets(config.INTERNAL_SIGNING_KEY);

await runService({
  service: 'auth',
  config,
  database,
  build: ({ redis, options }) =>
    buildApp(
      { database, redis },
      {
        ...options,
        signingKey: config.INTERNAL_SIGNING_KEY,
        publicUrl: config.PUBLIC_URL,
        limits: limitsOf(config),
        socialProviders: signInProviders(config),
      },
    ),
  handlers: () => ({}),
  periodic: [
    { name: 'pruning of tokens', everyMs: HOUR_MS, work: () => pruneTokens(database) },
    { name: 'encryption of second factors', everyMs: HOUR_MS, work: () => resealSecrets(database, sealed) },
  ],
});
