import type { AddressLimit, AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import type { Redis } from 'ioredis';
import type { Database } from '../database.ts';
import type { AccountEmailBudget } from './account-email-budget.ts';
import type { CompleteFirstStep, KnownBrowsers, OpenSession } from './open-session.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { UserTokens } from './user-tokens.ts';

/** What the routes and rules of auth share. */
export interface Dependencies {
  database: Database;
  redis: Redis;
  publicUrl: string;
  cookie: ReturnType<typeof sessionCookie>;
  sessions: SessionStore;
  tokens: UserTokens;
  emailBudget: AccountEmailBudget;
  browsers: KnownBrowsers;
  pending: PendingSignIns;
  openSession: OpenSession;
  completeFirstStep: CompleteFirstStep;
  /** Wrong passwords and codes, per address and account. */
  failures: AddressLimit;
  /** Those per account across addresses; beyond, only known browsers may try. */
  accountFailures: AttemptLimit;
  /** Per account and address. */
  emails: AttemptLimit;
  /** Per address across accounts. None per account across addresses, so that a stranger cannot block the owner. */
  resets: AttemptLimit;
  verificationEmails: AttemptLimit;
  /** Registrations and refused names, by which a caller could find out who has an account. */
  registrations: AddressLimit;
  /** Per account. */
  addressChanges: AttemptLimit;
  phoneChanges: AttemptLimit;
  passwordChanges: AttemptLimit;
  exports: AttemptLimit;
  running: AttemptLimit;
  /** Wrong codes per account in a day, across sign-ins; beyond, the owner is told. */
  wrongCodes: AttemptLimit;
}
