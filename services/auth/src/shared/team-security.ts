import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { type Actor, changeLogger } from '@fasocolis/service-kit/data/change-log';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { lockUser } from './user-row.ts';

const ONLY_ROW = { id: 1 };

const isStaff = ({ role, isAgent }: User) => role === 'ADMIN' || isAgent;

const logSecurity = changeLogger('team-security', (values: { requiresSecondFactor: boolean }) => ({
  id: 'second-factor',
  name: 'Deux étapes',
  values,
}));

export async function requiresSecondFactor(database: Database | Transaction): Promise<boolean> {
  return (await database.teamSecurity.findUnique({ where: ONLY_ROW }))?.requiresSecondFactor ?? false;
}

/** Whether the user may not switch the second factor off, or has to set it up. */
export async function requiresSecondFactorOf(user: User, database: Database | Transaction): Promise<boolean> {
  return isStaff(user) && (await requiresSecondFactor(database));
}

/** Staff without a second factor can only set it up from then on, also in open sessions. */
export async function changeTeamSecurity(
  { database, sessions }: { database: Database; sessions: SessionStore },
  after: { requiresSecondFactor: boolean },
  actor: Actor,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const before = { requiresSecondFactor: await requiresSecondFactor(transaction) };
    await transaction.teamSecurity.upsert({ where: ONLY_ROW, create: { ...ONLY_ROW, ...after }, update: after });
    await logSecurity(transaction, actor, 'changed', { before, after });
  });
  const staff = await database.user.findMany({
    where: { OR: [{ role: 'ADMIN' }, { isAgent: true }] },
    select: { id: true },
  });
  for (const { id } of staff) {
    await database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, id);
      if (user) await applyTeamSecurity(user, transaction, sessions);
    });
  }
}

/** Expects that the transaction has locked the user. */
export async function applyTeamSecurity(user: User, transaction: Transaction, sessions: SessionStore): Promise<void> {
  await sessions.update(user.id, { needsSecondFactor: await needsSecondFactor(user, transaction) });
}

/** Whether the user is staff and has to set the second factor up before anything else. */
export async function needsSecondFactor(user: User, database: Database | Transaction): Promise<boolean> {
  return user.secondFactorSince === null && (await requiresSecondFactorOf(user, database));
}
