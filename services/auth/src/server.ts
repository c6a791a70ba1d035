import { forgetOldRequests } from '@fasocolis/service-kit/data/once';
import { startPeriodic } from '@fasocolis/service-kit/events/periodic';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { removeOldAuditEvents, storeAuditEvents } from './audit/audit-service.ts';
import { limitsOf, loadAuthConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { EXPORT_TIMEOUT_MS } from './personal-data/data-export.ts';
import { repeatDeletions } from './shared/account-deletion.ts';
import { pruneTokens } from './shared/user-tokens.ts';
import { pruneLinks } from './sign-in-links/sign-in-link-service.ts';
import { signInProviders } from './social/providers.ts';
import { SealedSecrets } from './two-factor/sealed-secrets.ts';
import { resealSecrets } from './two-factor/two-factor-service.ts';

const HOUR_MS = 3_600_000;
/** How long audit events wait in Redis. */
const AUDIT_MS = 2000;

const config = loadAuthConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const sealed = new SealedSecrets(config.INTERNAL_SIGNING_KEY);

await runService({
  service: 'auth',
  config,
  database,
  build: ({ redis, options, clientOf }) =>
    buildApp(
      {
        database,
        redis,
        holders: {
          orders: clientOf('orders', config.ORDERS_URL, EXPORT_TIMEOUT_MS),
          notify: clientOf('notify', config.NOTIFY_URL, EXPORT_TIMEOUT_MS),
          content: clientOf('content', config.CONTENT_URL, EXPORT_TIMEOUT_MS),
        },
      },
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
    forgetOldRequests(database),
    { name: 'pruning of tokens', everyMs: HOUR_MS, work: () => pruneTokens(database) },
    { name: 'pruning of sign-in links', everyMs: HOUR_MS, work: () => pruneLinks(database) },
    { name: 'encryption of second factors', everyMs: HOUR_MS, work: () => resealSecrets(database, sealed) },
    { name: 'deletions after a restore', everyMs: HOUR_MS, work: () => repeatDeletions(database) },
    { name: 'removal of old audit events', everyMs: HOUR_MS, work: () => removeOldAuditEvents(database) },
  ],
  background: ({ app, redis }) => [
    startPeriodic(
      {
        name: 'storing of audit events',
        everyMs: AUDIT_MS,
        work: () => storeAuditEvents({ database, redis, log: app.log }),
      },
      app.log,
    ),
  ],
});
