import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import {
  call,
  createTestDatabase,
  TEST_APP_OPTIONS,
  TEST_IDENTITY_KEYS,
  TEST_SIGNING_KEY,
  testRedisUrl,
} from '@fasocolis/service-kit/testing/harness';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database.ts';
import type { TokenKind } from '../src/generated/prisma/enums.ts';
import { hashPassword } from '../src/password.ts';
import type { DataHolders } from '../src/personal-data/data-export.ts';
import { seedAdministrator } from '../src/seed/administrator.ts';
import { derivedColumns } from '../src/shared/user-row.ts';
import type { SignInProviders } from '../src/social/providers.ts';

export const ADMIN_PASSWORD = 'Admin-1234';

/** Addresses of the other services at which nobody listens. */
export const NO_HOLDERS = {
  ORDERS_URL: 'http://127.0.0.1:1',
  NOTIFY_URL: 'http://127.0.0.1:1',
  CONTENT_URL: 'http://127.0.0.1:1',
};

/** The other services, all at one address. */
export function holdersAt(baseUrl: string): DataHolders {
  const client = (service: keyof DataHolders) =>
    new ServiceClient({ service, baseUrl, identityKey: TEST_IDENTITY_KEYS.auth });
  return { orders: client('orders'), notify: client('notify'), content: client('content') };
}

/** The auth service on a database of its own, with its administrator. */
export async function startAuth({
  rateLimits = false,
  failures = 10,
  accountFailures = 50,
  registrations = 60,
  publicUrl = 'http://localhost:8080',
  socialProviders = {} as SignInProviders,
  logStream = TEST_APP_OPTIONS.logStream,
  /** The address of the other services for personal data; no process listens there by default. */
  holderUrl = 'http://127.0.0.1:1',
} = {}) {
  const testDatabase = await createTestDatabase('auth', join(import.meta.dirname, '../prisma/migrations'));
  const database = openDatabase(testDatabase.url);
  await seedAdministrator(database, { email: 'Admin@Example.com', password: ADMIN_PASSWORD });
  const redis = connectRedis(testRedisUrl());
  // New databases start with the same ids: a prefix separates the sessions and counters of test files.
  redis.options.keyPrefix = `${randomUUID()}:`;
  if (redis.status !== 'ready') await once(redis, 'ready');
  const holders = holdersAt(holderUrl);
  const limits = rateLimits ? { failures, accountFailures, emails: 5, verificationEmails: 3, registrations } : null;
  const options = {
    ...TEST_APP_OPTIONS,
    signingKey: TEST_SIGNING_KEY,
    logStream,
    publicUrl,
    limits,
    socialProviders,
  };
  const app = await buildApp({ database, redis, holders }, options);
  const sessions = new SessionStore(redis);
  let users = 0;

  return {
    app,
    /** The service after a restart with other keys. */
    withKeys: (keys: string) => buildApp({ database, redis, holders }, { ...options, signingKey: keys }),
    database,
    redis,
    databaseUrl: testDatabase.url,
    sessions,
    /** Creates a customer with the password "Secret-123". */
    async createUser(data: { username?: string; email?: string; phone?: string; emailVerified?: boolean } = {}) {
      users += 1;
      const {
        username = `user${users}`,
        email = `${username}@example.com`,
        phone = null,
        emailVerified = false,
      } = data;
      const texts = { username, email, firstName: 'Awa', lastName: 'Kaboré', phone };
      const passwordHash = await hashPassword('Secret-123');
      return database.user.create({ data: { ...texts, ...derivedColumns(texts), emailVerified, passwordHash } });
    },
    /** The identity of the user, in a session that was opened now, or some minutes ago. */
    async signedIn(id: number, { minutesAgo = 0 } = {}): Promise<Identity> {
      const isAdmin = id === 1;
      const key = SessionStore.keyOf(await sessions.create({ userId: id, isAdmin, userAgent: null }));
      const session = await sessions.find(key);
      const createdAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
      await redis.set(`session:${key}`, JSON.stringify({ ...session, createdAt }), 'KEEPTTL');
      return { kind: 'user', userId: id, isAdmin, sessionKey: key };
    },
    login(email: unknown, password: unknown, remoteAddress = '127.0.0.1') {
      return call(app, { method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress });
    },
    async close() {
      await app.close();
      await database.$disconnect();
      redis.disconnect();
      await testDatabase.remove();
    },
  };
}

export type Auth = Awaited<ReturnType<typeof startAuth>>;

/** The session id from the cookie of a response. */
export function sessionIdOf(response: { cookies: { name: string; value: string }[] }): string {
  return response.cookies.find(({ name }) => name.endsWith('fasocolis'))?.value ?? '';
}

/** The newest email token of a user: its row, and the token from the email. */
export async function lastToken({ app, database }: Auth, userId: number, kind?: TokenKind) {
  const row = await database.userToken.findFirstOrThrow({
    where: { userId, voidedAt: null, ...(kind && { kind }) },
    orderBy: { createdAt: 'desc' },
  });
  const response = await call(app, { url: `/internal/mail-tokens/${row.id}` }, { kind: 'service', name: 'notify' });
  return { row, token: response.json<{ token: string }>().token };
}
