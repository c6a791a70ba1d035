import { baseEnvironment, loadConfig, redisUrl } from '@fasocolis/service-kit/config';
import * as z from 'zod/mini';
import { socialEnvironment } from './social/environment.ts';

const count = (fallback: number) => z._default(z.coerce.number().check(z.int(), z.gte(1)), fallback);

const environment = {
  ...baseEnvironment,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: redisUrl,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** Failed sign-ins per account and address in a quarter of an hour. */
  RATE_LIMIT_FAILURES: count(10),
  /** Mails of one kind that one account may ask for in an hour. */
  RATE_LIMIT_MAILS: count(5),
  ...socialEnvironment,
};

const seedEnvironment = {
  DATABASE_URL: environment.DATABASE_URL,
  ADMIN_EMAIL: z.email(),
  ADMIN_PASSWORD: z.string('is required').check(z.minLength(8, 'must be at least 8 characters long')),
  DEMO_DATA: z._default(z.stringbool(), false),
};

/** @throws Error listing every faulty variable */
export const loadAuthConfig = (env: NodeJS.ProcessEnv) => loadConfig('auth', environment, env);

/** What seeding needs besides; the running service never sees the administrator's first password. */
export const loadSeedConfig = (env: NodeJS.ProcessEnv) => loadConfig('auth seed', seedEnvironment, env);
