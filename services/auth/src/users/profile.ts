import type { ChangePasswordSchema, UpdateProfileSchema } from '@fasocolis/contracts/auth';
import type { AttemptLimit } from '@fasocolis/service-kit/attempt-limit';
import { isUniqueViolation } from '@fasocolis/service-kit/database';
import { AppError } from '@fasocolis/service-kit/errors';
import type { UserIdentity } from '@fasocolis/service-kit/identity';
import { emit } from '@fasocolis/service-kit/outbox';
import type { SessionStore } from '@fasocolis/service-kit/sessions';
import type * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { hashPassword, verifyPassword } from '../password.ts';
import { voidTokens } from '../tokens/user-tokens.ts';
import { assertNamesFree } from './names.ts';
import { derivedColumns, lockUser } from './user-row.ts';

export const USER_NOT_FOUND = 'Utilisateur non trouvé';

/**
 * Changes the names somebody signs in with, and whether mails are welcome. A new address is unverified, and links sent to the old one are void.
 * @throws AppError `not-found`, `conflict` when a name is taken or reserved
 */
export async function updateProfile(
  database: Database,
  id: number,
  body: z.output<typeof UpdateProfileSchema>,
  requestId: string,
): Promise<User> {
  try {
    return await database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, id);
      if (!user) throw new AppError('not-found', USER_NOT_FOUND);
      const { username = user.username, email = user.email, notifyByEmail = user.notifyByEmail } = body;
      const derived = derivedColumns({ ...user, username, email });
      await assertNamesFree(transaction, derived, id);
      const data = { username, email, notifyByEmail, ...derived, updatedAt: new Date() };
      if (email === null || derived.emailKey === user.emailKey) {
        return transaction.user.update({ where: { id }, data });
      }
      await voidTokens(transaction, { userId: id });
      await emit(transaction, 'user.email-changed', { userId: id, email }, requestId);
      return transaction.user.update({ where: { id }, data: { ...data, emailVerified: false } });
    });
  } catch (error) {
    // Somebody else took the name in the meantime: by now it shows which.
    if (isUniqueViolation(error)) return updateProfile(database, id, body, requestId);
    throw error;
  }
}

interface Dependencies {
  database: Database;
  sessions: SessionStore;
  /** Wrong passwords: a session that somebody found open is no place to guess them. */
  failures: AttemptLimit;
}

/**
 * Changes the caller's own password; their other sessions end, and links to reset it are void.
 *
 * @param address where the attempt comes from
 * @throws AppError `bad-request` when the current password is wrong or there is none, `too-many-requests`,
 * `unauthenticated` when the account is gone
 */
export async function changePassword(
  { userId, sessionKey }: UserIdentity,
  { currentPassword, newPassword }: z.output<typeof ChangePasswordSchema>,
  address: string,
  { database, sessions, failures }: Dependencies,
): Promise<void> {
  const subject = [`user ${userId}`, address];
  await failures.assertOpen(...subject);
  const user = await database.user.findUnique({ where: { id: userId } });
  if (!user) throw new AppError('unauthenticated');
  const { passwordHash } = user;
  if (passwordHash === null) throw new AppError('bad-request', 'Ce compte utilise une connexion externe');
  if (!(await verifyPassword(currentPassword, passwordHash))) {
    await failures.count(...subject);
    throw wrongPassword();
  }
  await failures.forget(...subject);
  const newHash = await hashPassword(newPassword);
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.user.updateMany({
      where: { id: userId, passwordHash },
      data: { passwordHash: newHash, updatedAt: new Date() },
    });
    // Changed in the meantime: what was typed is not the current one any more.
    if (count === 0) throw wrongPassword();
    await voidTokens(transaction, { userId, kind: 'PASSWORD_RESET' });
    // Before the commit: a crash in between ends sessions in vain rather than leave one open.
    await sessions.endAll(userId, sessionKey);
  });
}

const wrongPassword = () => new AppError('bad-request', 'Le mot de passe actuel est incorrect');
