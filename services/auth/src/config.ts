import {
  count,
  httpUrl,
  loadConfig,
  serviceEnvironment,
  serviceUrls,
  signingKeys,
} from '@fasocolis/service-kit/ops/config';
import * as z from 'zod/mini';
import { socialEnvironment } from './social/environment.ts';

const environment = {
  ...serviceEnvironment,
  /** Email tokens and browser cookies. */
  INTERNAL_SIGNING_KEY: signingKeys,
  PUBLIC_URL: httpUrl,
  ORDERS_URL: serviceUrls.ORDERS_URL,
  NOTIFY_URL: serviceUrls.NOTIFY_URL,
  CONTENT_URL: serviceUrls.CONTENT_URL,
  RATE_LIMITS: z._default(z.stringbool(), true),
  /** Failed sign-ins per account and address, in a quarter of an hour. */
  RATE_LIMIT_FAILURES: count(10),
  /** Failed sign-ins per account and hour; beyond, only known browsers may try. */
  RATE_LIMIT_ACCOUNT_FAILURES: count(50),
  /** Reset emails per account and address, in an hour. */
  RATE_LIMIT_MAILS: count(5),
  /** Verification emails per recipient and hour. */
  RATE_LIMIT_VERIFICATION_MAILS: count(3),
  /** Registrations per address and hour. */
  RATE_LIMIT_REGISTRATIONS: count(60),
  ...socialEnvironment,
};

const seedEnvironment = {
  DATABASE_URL: environment.DATABASE_URL,
  ADMIN_EMAIL: z.email(),
  ADMIN_PASSWORD: z.string('is required').check(z.minLength(8, 'must be at least 8 characters long')),
  DEMO_DATA: environment.DEMO_DATA,
};

export interface AuthLimits {
  failures: number;
  accountFailures: number;
  emails: number;
  verificationEmails: number;
  registrations: number;
}

export const limitsOf = (config: ReturnType<typeof loadAuthConfig>): AuthLimits | null =>
  config.RATE_LIMITS
    ? {
        failures: config.RATE_LIMIT_FAILURES,
        accountFailures: config.RATE_LIMIT_ACCOUNT_FAILURES,
        emails: config.RATE_LIMIT_MAILS,
        verificationEmails: config.RATE_LIMIT_VERIFICATION_MAILS,
        registrations: config.RATE_LIMIT_REGISTRATIONS,
      }
    : null;

export const loadAuthConfig = (env: NodeJS.ProcessEnv) => loadConfig('auth', environment, env);

/** Only migration and seed read the administrator's first password. */
export const loadSeedConfig = (env: NodeJS.ProcessEnv) => loadConfig('auth seed', seedEnvironment, env);
