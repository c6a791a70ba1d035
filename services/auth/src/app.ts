import { teamOperations } from '@fasocolis/contracts/operations/team';
import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { registerChangeLog } from '@fasocolis/service-kit/data/change-log';
import { pingRedis } from '@fasocolis/service-kit/data/redis';
import { type AppOptions, createService, type Service } from '@fasocolis/service-kit/http/service';
import { auditOutcome } from '@fasocolis/service-kit/ops/audit';
import { Counter } from '@fasocolis/service-kit/ops/metrics';
import { registerChangeExport } from '@fasocolis/workbook-kit/change-workbook';
import cookies from '@fastify/cookie';
import type { Redis } from 'ioredis';
import { auditRoutes } from './audit/audit-routes.ts';
import type { AuthLimits } from './config.ts';
import type { Database } from './database.ts';
import { emailRoutes } from './emails/email-routes.ts';
import { attemptLimits } from './limits.ts';
import type { DataHolders } from './personal-data/data-export.ts';
import { personalDataRoutes } from './personal-data/personal-data-routes.ts';
import { PhoneCodes } from './phone-sign-in/phone-codes.ts';
import { phoneSignInRoutes } from './phone-sign-in/phone-sign-in-routes.ts';
import { profileRoutes } from './profile/profile-routes.ts';
import { recoveryRoutes } from './recovery/recovery-routes.ts';
import { registrationRoutes } from './registration/registration-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { AccountEmailBudget } from './shared/account-email-budget.ts';
import type { Dependencies } from './shared/dependencies.ts';
import { firstStepCompleter, KnownBrowsers, sessionOpener } from './shared/open-session.ts';
import { PendingSignIns } from './shared/pending-sign-ins.ts';
import { UserProofs } from './shared/user-proofs.ts';
import { UserTokens } from './shared/user-tokens.ts';
import { signInLinkRoutes } from './sign-in-links/sign-in-link-routes.ts';
import { linkedProviderRoutes } from './social/linked-provider-routes.ts';
import type { SignInProviders } from './social/providers.ts';
import { socialRoutes } from './social/social-routes.ts';
import { readStaff, staffRoutes } from './team/staff-routes.ts';
import { teamRoutes } from './team/team-routes.ts';
import { SealedSecrets } from './two-factor/sealed-secrets.ts';
import { twoFactorRoutes } from './two-factor/two-factor-routes.ts';
import { disableTwoFactor } from './two-factor/two-factor-service.ts';
import { userAdminRoutes } from './users/user-admin-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { verificationRoutes } from './verification/verification-routes.ts';

interface AppDependencies {
  database: Database;
  redis: Redis;
  holders: DataHolders;
}

interface AuthOptions extends AppOptions {
  /** Keys of email tokens and browser cookies, in the format of `parseSigningKeys`. */
  signingKey: string;
  /** The site's URL; determines whether the session cookie is Secure. */
  publicUrl: string;
  limits: AuthLimits | null;
  socialProviders?: SignInProviders;
}

export async function buildApp(
  { database, redis, holders }: AppDependencies,
  { publicUrl, signingKey, limits, socialProviders = {}, ...options }: AuthOptions,
) {
  const app = await createService({
    ...options,
    name: 'auth',
    readiness: { database: () => database.$queryRaw`SELECT 1`, redis: () => pingRedis(redis) },
  });
  countSignIns(app);
  const cookie = sessionCookie(publicUrl);
  const { phoneCodes, ...attempts } = attemptLimits(redis, limits);
  await app.register(cookies);
  const sessions = new SessionStore(redis);
  const emailBudget = new AccountEmailBudget(redis, limits !== null);
  const tokens = new UserTokens(database, signingKey, emailBudget);
  const browsers = new KnownBrowsers(publicUrl, signingKey);
  const openSession = sessionOpener(sessions, cookie, browsers);
  const pending = new PendingSignIns(redis, publicUrl);
  const shared: Dependencies = {
    database,
    redis,
    publicUrl,
    cookie,
    sessions,
    tokens,
    emailBudget,
    browsers,
    pending,
    openSession,
    ...attempts,
    completeFirstStep: firstStepCompleter(openSession, pending),
  };
  await app.register(sessionRoutes, shared);
  await app.register(registrationRoutes, shared);
  await app.register(socialRoutes, { ...shared, providers: socialProviders });
  const twoFactor = { ...shared, sealed: new SealedSecrets(signingKey) };
  await app.register(twoFactorRoutes, twoFactor);
  const codes = new PhoneCodes({ redis, publicUrl, signingKeys: signingKey, ...phoneCodes });
  await app.register(phoneSignInRoutes, { ...shared, codes });
  await app.register(signInLinkRoutes, shared);
  await app.register(linkedProviderRoutes, shared);
  await app.register(recoveryRoutes, shared);
  await app.register(verificationRoutes, shared);
  await app.register(emailRoutes, { ...shared, unsubscribeProofs: new UserProofs(signingKey, 'unsubscribe') });
  await app.register(userRoutes, { ...shared, content: holders.content });
  await app.register(profileRoutes, shared);
  await app.register(personalDataRoutes, { ...shared, holders });
  await app.register(userAdminRoutes, shared);
  await app.register(teamRoutes, {
    ...shared,
    resetSecondFactor: (change) => disableTwoFactor(twoFactor, null, change),
  });
  await app.register(staffRoutes, shared);
  await app.register(auditRoutes, shared);
  registerChangeLog(app, teamOperations.listAccountChanges, database);
  registerChangeExport(app, teamOperations.exportAccountChanges, { database, staff: () => readStaff(database) });
  return app;
}

function countSignIns(app: Service): void {
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Sign-ins by result: success, pending (the second step follows), failure, refused by a limit, or error',
    labelNames: ['result'],
    registers: [app.metricsRegistry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.operation?.audit === 'sign-in')
      signIns.inc({ result: auditOutcome(request, reply) });
    done();
  });
}
