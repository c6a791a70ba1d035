import { createHash } from 'node:crypto';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { AccountEmailBudget } from './account-email-budget.ts';
import { lockUser, loginKey, USER_NOT_FOUND } from './user-row.ts';
import { addressesOf } from './user-tokens.ts';

/**
 * Deletes an account with its tokens and sessions, and emits the event. The names of agents are kept.
 * @param cause `emailBudget` when the user asked for it: then their addresses get a confirmation within the budget;
 * `byStaff` when the administrator did: then it is logged
 */
export async function deleteUser(
  id: number,
  requestId: string,
  { database, sessions }: { database: Database; sessions: SessionStore },
  { emailBudget, byStaff }: { emailBudget?: AccountEmailBudget; byStaff?: Actor } = {},
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, id);
    if (!user || user.role === 'ADMIN') throw new AppError('not-found', USER_NOT_FOUND);
    const confirmTo: string[] = [];
    for (const address of emailBudget ? await addressesOf(transaction, user) : []) {
      if (await emailBudget?.tryCount('report', loginKey(address))) confirmTo.push(address);
    }
    await removeUser(transaction, user, { confirmTo, requestId });
    // The entry names it by number: nothing else stays of an account.
    const entry = { subject: 'user', subjectId: id, name: `n° ${id}`, action: 'deleted' } as const;
    if (byStaff) await logChanges(transaction, byStaff, [entry]);
    await sessions.endAll(id);
  });
}

/** Deletes the accounts that a restored backup has brought back. They have no sessions: a restore empties Redis. */
export async function repeatDeletions(database: Database): Promise<void> {
  const found = await database.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT id FROM users JOIN deleted_accounts ON user_id = id`;
  for (const { id } of found) {
    await database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, id);
      const isDeleted = user && (await transaction.deletedAccount.count({ where: tombstoneOf(user) })) > 0;
      if (isDeleted) await removeUser(transaction, user, { confirmTo: [], requestId: null });
    });
  }
}

async function removeUser(
  transaction: Transaction,
  user: User,
  { confirmTo, requestId }: { confirmTo: string[]; requestId: string | null },
): Promise<void> {
  await transaction.deletedAccount.createMany({ data: [tombstoneOf(user)], skipDuplicates: true });
  await transaction.user.delete({ where: { id: user.id } });
  const { id: userId, firstName, lastName } = user;
  // Entries of the change logs name their author.
  if (user.joinedAt)
    await transaction.formerAgent.createMany({ data: [{ userId, firstName, lastName }], skipDuplicates: true });
  const verifiedEmail = verifiedEmailOf(user);
  await emit(transaction, 'user.deleted', { userId, verifiedEmail, confirmTo }, requestId);
}

/** Null for an unverified address, which may belong to another person. */
export const verifiedEmailOf = ({ email, emailVerified }: User) => (emailVerified ? email : null);

const tombstoneOf = ({ id, createdAt }: User) => ({
  userId: id,
  hash: createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex'),
});
