import type { TwoFactorSetup, TwoFactorState } from '@fasocolis/contracts/two-factor';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { removeSecondFactor } from '../shared/second-factor.ts';
import { applyTeamSecurity, requiresSecondFactorOf } from '../shared/team-security.ts';
import { lockUser, loginKey, USER_NOT_FOUND } from '../shared/user-row.ts';
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

export interface TwoFactorDependencies extends Dependencies {
  sealed: SealedSecrets;
}

interface Change {
  userId: number;
  requestId: string;
  /** The administrator, for an agent who is locked out. */
  byStaff?: Actor;
}

export async function findTwoFactor(database: Database, userId: number): Promise<TwoFactorState> {
  const user = await database.user.findUnique({
    where: { id: userId },
    select: { secondFactorSince: true, _count: { select: { recoveryCodes: true } } },
  });
  if (!user) throw new AppError('unauthenticated');
  const { secondFactorSince: since, _count } = user;
  return { since: since?.toISOString() ?? null, recoveryCodesLeft: since ? _count.recoveryCodes : 0 };
}

/** Creates the secret of an app, which takes effect when it is confirmed. */
export async function beginTwoFactor(
  { database, sealed }: TwoFactorDependencies,
  userId: number,
): Promise<TwoFactorSetup> {
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
export async function confirmTwoFactor(
  { database, sessions, tokens, sealed }: TwoFactorDependencies,
  code: string,
  sessionKey: string,
  { userId, requestId }: Change,
): Promise<string[]> {
  return database.$transaction(async (transaction) => {
    const user = await lockOwner(transaction, userId);
    if (user.secondFactorSince) throw new AppError('conflict', ALREADY_ON);
    const begun = await transaction.secondFactor.count({ where: { userId } });
    if (begun === 0) throw new AppError('bad-request', NOT_BEGUN);
    if (!(await acceptsAppCode(transaction, sealed, userId, code))) throw new AppError('bad-request', WRONG_CODE);
    const data = { secondFactorSince: new Date(), updatedAt: new Date() };
    const secured = await transaction.user.update({ where: { id: userId }, data });
    const codes = await replaceRecoveryCodes(transaction, userId);
    await tokens.report(transaction, 'SECOND_FACTOR_ENABLED', user, { requestId });
    await sessions.endAll(userId, sessionKey);
    await applyTeamSecurity(secured, transaction, sessions);
    return codes;
  });
}

export async function renewRecoveryCodes(
  { database, tokens }: Dependencies,
  { userId, requestId }: Change,
): Promise<string[]> {
  return database.$transaction(async (transaction) => {
    const user = await lockOwner(transaction, userId);
    if (!user.secondFactorSince) throw new AppError('conflict', IS_OFF);
    const codes = await replaceRecoveryCodes(transaction, userId);
    await tokens.report(transaction, 'RECOVERY_CODES_RENEWED', user, { requestId });
    return codes;
  });
}

export async function disableTwoFactor(
  { database, sessions, tokens, sealed }: TwoFactorDependencies,
  code: string | null,
  { userId, requestId, byStaff }: Change,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const user = await lockOwner(transaction, userId);
    if (!user.secondFactorSince) throw new AppError('conflict', IS_OFF);
    if (code !== null) {
      if (await requiresSecondFactorOf(user, transaction)) throw new AppError('conflict', REQUIRED);
      if (!(await acceptsCode(transaction, sealed, userId, code))) throw new AppError('bad-request', WRONG_CODE);
    }
    await removeSecondFactor(transaction, userId);
    await tokens.report(transaction, 'SECOND_FACTOR_DISABLED', user, { requestId });
    if (byStaff) {
      const name = `${user.firstName} ${user.lastName}`.trim();
      const entry = { subject: 'agent', subjectId: userId, name, action: 'second-factor-reset' } as const;
      await logChanges(transaction, byStaff, [entry]);
      // The agent has lost the phone, on which a session may be open.
      await sessions.endAll(userId);
    } else {
      await applyTeamSecurity({ ...user, secondFactorSince: null }, transaction, sessions);
    }
  });
}

export async function findByLogin(database: Database, login: string): Promise<number> {
  const key = loginKey(login);
  const where = key.includes('@') ? { emailKey: key } : { usernameKey: key };
  const user = await database.user.findUnique({ where, select: { id: true } });
  if (!user) throw new AppError('not-found', USER_NOT_FOUND);
  return user.id;
}

/** Uses up a code of the app or a recovery code. @returns whether it was right and unused */
export async function acceptsCode(
  database: Database | Transaction,
  sealed: SealedSecrets,
  userId: number,
  code: string,
): Promise<boolean> {
  if (APP_CODE.test(code)) return acceptsAppCode(database, sealed, userId, code);
  const where = { userId, codeHash: hashOfRecoveryCode(code) };
  return (await database.recoveryCode.deleteMany({ where })).count === 1;
}

async function acceptsAppCode(
  database: Database | Transaction,
  sealed: SealedSecrets,
  userId: number,
  code: string,
): Promise<boolean> {
  const factor = await database.secondFactor.findUnique({ where: { userId } });
  const secret = factor && sealed.open(userId, factor.secret);
  const step = secret && stepOf(code.replaceAll(/\D/g, ''), secret);
  if (!step) return false;
  // It is one statement, so that of concurrent requests with the same code only one succeeds.
  const { count } = await database.secondFactor.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
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
    // A user who has begun again meanwhile keeps the new secret.
    await database.secondFactor.updateMany({
      where: { userId, secret },
      data: { secret: sealed.seal(userId, opened) },
    });
  }
}
