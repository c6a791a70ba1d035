import type { TwoFactorSetup, TwoFactorState } from '@fasocolis/contracts/two-factor';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { removeSecondFactor } from '../shared/second-factor.ts';
import type { TeamSecurity } from '../shared/team-security.ts';
import { lockUser, loginKey, USER_NOT_FOUND } from '../shared/user-row.ts';
import type { UserTokens } from '../shared/user-tokens.ts';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { SealedSecrets } from './sealed-secrets.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

export const WRONG_CODE = 'Ce code est incorrect ou a déjà servi.';
const ALREADY_ON = 'La validation en deux étapes est déjà activée.';
const IS_OFF = "La validation en deux étapes n'est pas activée.";
const UNVERIFIED = "Vérifiez d'abord votre adresse email, puis recommencez.";
const REQUIRED = "La validation en deux étapes est obligatoire pour l'équipe.";
const NOT_BEGUN = 'Recommencez l’activation depuis le début.';

/** What users and apps put between the digits of a code. */
const APP_CODE = /^\d{3}[\s-]?\d{3}$/;

interface Dependencies {
  database: Database;
  sessions: SessionStore;
  tokens: UserTokens;
  sealed: SealedSecrets;
  security: TeamSecurity;
}

interface Change {
  userId: number;
  requestId: string;
  /** The administrator, for an agent who is locked out. */
  byStaff?: Actor;
}

export class TwoFactor {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async state(userId: number): Promise<TwoFactorState> {
    const user = await this.#dependencies.database.user.findUnique({
      where: { id: userId },
      select: { secondFactorSince: true, _count: { select: { recoveryCodes: true } } },
    });
    if (!user) throw new AppError('unauthenticated');
    const { secondFactorSince: since, _count } = user;
    return { since: since?.toISOString() ?? null, recoveryCodesLeft: since ? _count.recoveryCodes : 0 };
  }

  /** Creates the secret of an app, which takes effect when it is confirmed. */
  async begin(userId: number): Promise<TwoFactorSetup> {
    const { database, sealed } = this.#dependencies;
    return database.$transaction(async (transaction) => {
      const user = await lockOwner(transaction, userId);
      if (user.secondFactorSince) throw new AppError('conflict', ALREADY_ON);
      if (user.email !== null && !user.emailVerified) throw new AppError('conflict', UNVERIFIED);
      const secret = newSecret();
      const data = { secret: sealed.seal(userId, secret), lastStep: 0 };
      await transaction.secondFactor.upsert({ where: { userId }, create: { userId, ...data }, update: data });
      return { secret, uri: uriOf(secret, user.username) };
    });
  }

  /**
   * Turns it on, and ends the user's other sessions, which were opened without it.
   * @returns the recovery codes
   */
  async confirm(code: string, sessionKey: string, { userId, requestId }: Change): Promise<string[]> {
    const { database, sessions, tokens, security } = this.#dependencies;
    return database.$transaction(async (transaction) => {
      const user = await lockOwner(transaction, userId);
      if (user.secondFactorSince) throw new AppError('conflict', ALREADY_ON);
      const begun = await transaction.secondFactor.count({ where: { userId } });
      if (begun === 0) throw new AppError('bad-request', NOT_BEGUN);
      if (!(await this.#acceptsAppCode(transaction, userId, code))) throw new AppError('bad-request', WRONG_CODE);
      const data = { secondFactorSince: new Date(), updatedAt: new Date() };
      const secured = await transaction.user.update({ where: { id: userId }, data });
      const codes = await replaceRecoveryCodes(transaction, userId);
      await tokens.report(transaction, 'SECOND_FACTOR_ENABLED', user, { requestId });
      await sessions.endAll(userId, sessionKey);
      await security.applyTo(secured, transaction);
      return codes;
    });
  }

  async renewRecoveryCodes({ userId, requestId }: Change): Promise<string[]> {
    const { database, tokens } = this.#dependencies;
    return database.$transaction(async (transaction) => {
      const user = await lockOwner(transaction, userId);
      if (!user.secondFactorSince) throw new AppError('conflict', IS_OFF);
      const codes = await replaceRecoveryCodes(transaction, userId);
      await tokens.report(transaction, 'RECOVERY_CODES_RENEWED', user, { requestId });
      return codes;
    });
  }

  async disable(code: string | null, { userId, requestId, byStaff }: Change): Promise<void> {
    const { database, tokens, security } = this.#dependencies;
    await database.$transaction(async (transaction) => {
      const user = await lockOwner(transaction, userId);
      if (!user.secondFactorSince) throw new AppError('conflict', IS_OFF);
      if (code !== null) {
        if (await security.requiresOf(user, transaction)) throw new AppError('conflict', REQUIRED);
        if (!(await this.accepts(userId, code, transaction))) throw new AppError('bad-request', WRONG_CODE);
      }
      await removeSecondFactor(transaction, userId);
      await tokens.report(transaction, 'SECOND_FACTOR_DISABLED', user, { requestId });
      const name = `${user.firstName} ${user.lastName}`.trim();
      const entry = { subject: 'agent', subjectId: userId, name, action: 'second-factor-reset' } as const;
      if (byStaff) await logChanges(transaction, byStaff, [entry]);
      await security.applyTo({ ...user, secondFactorSince: null }, transaction);
    });
  }

  async findByLogin(login: string): Promise<number> {
    const key = loginKey(login);
    const where = key.includes('@') ? { emailKey: key } : { usernameKey: key };
    const user = await this.#dependencies.database.user.findUnique({ where, select: { id: true } });
    if (!user) throw new AppError('not-found', USER_NOT_FOUND);
    return user.id;
  }

  /** Uses up a code of the app or a recovery code. @returns whether it was right and unused */
  async accepts(
    userId: number,
    code: string,
    database: Database | Transaction = this.#dependencies.database,
  ): Promise<boolean> {
    if (APP_CODE.test(code)) return this.#acceptsAppCode(database, userId, code);
    const where = { userId, codeHash: hashOfRecoveryCode(code) };
    return (await database.recoveryCode.deleteMany({ where })).count === 1;
  }

  async #acceptsAppCode(database: Database | Transaction, userId: number, code: string): Promise<boolean> {
    const factor = await database.secondFactor.findUnique({ where: { userId } });
    const secret = factor && this.#dependencies.sealed.open(userId, factor.secret);
    const step = secret && stepOf(code.replaceAll(/\D/g, ''), secret);
    if (!step) return false;
    // In one statement, so that of concurrent requests with the same code only one succeeds.
    const { count } = await database.secondFactor.updateMany({
      where: { userId, lastStep: { lt: step } },
      data: { lastStep: step },
    });
    return count === 1;
  }
}

async function lockOwner(transaction: Transaction, userId: number): Promise<User> {
  const user = await lockUser(transaction, userId);
  if (!user) throw new AppError('unauthenticated');
  return user;
}

async function replaceRecoveryCodes(transaction: Transaction, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await transaction.recoveryCode.deleteMany({ where: { userId } });
  const data = codes.map((code) => ({ userId, codeHash: hashOfRecoveryCode(code) }));
  await transaction.recoveryCode.createMany({ data });
  return codes;
}

/** Encrypts with the current key what an older one did, before a rotation removes that. Safe to run concurrently. */
export async function resealSecrets(database: Database, sealed: SealedSecrets): Promise<void> {
  const rows = await database.secondFactor.findMany({
    where: { NOT: { secret: { startsWith: sealed.currentPrefix } } },
    select: { userId: true, secret: true },
  });
  for (const { userId, secret } of rows) {
    const opened = sealed.open(userId, secret);
    if (opened === null) continue;
    // Unless the user has begun again meanwhile.
    await database.secondFactor.updateMany({
      where: { userId, secret },
      data: { secret: sealed.seal(userId, opened) },
    });
  }
}
