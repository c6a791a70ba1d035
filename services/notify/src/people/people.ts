import type { Transaction } from '../database.ts';

/** One lock for all: accounts end rarely, and what is written for people waits for it only then. */
const PEOPLE_LOCK = 7_306_001;

/**
 * Those of `userIds` whose accounts have not ended. Until the transaction ends none of them can, so that nothing is
 * written for somebody whose data is being removed.
 */
export async function withoutDeleted(transaction: Transaction, userIds: number[]): Promise<number[]> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock_shared(${PEOPLE_LOCK})::text`;
  const deleted = await transaction.deletedUser.findMany({ where: { userId: { in: userIds } } });
  const gone = new Set(deleted.map(({ userId }) => userId));
  return userIds.filter((userId) => !gone.has(userId));
}

/** Removes all that is kept of a person, and sees to it that nothing is kept later. */
export async function forgetPerson(transaction: Transaction, userId: number): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${PEOPLE_LOCK})::text`;
  await transaction.deletedUser.createMany({ data: [{ userId }], skipDuplicates: true });
  await transaction.emailDelivery.deleteMany({ where: { userId } });
  await transaction.readReceipt.deleteMany({ where: { userId } });
  await transaction.popupSeen.deleteMany({ where: { userId } });
  await transaction.notification.deleteMany({ where: { targetUserId: userId } });
}
