import type { Transaction } from '../database.ts';

/** One lock for all users: deletions are rare. */
const PEOPLE_LOCK = 7_306_001;

/** Prevents deletions of accounts until the transaction ends. */
export async function keepPeople(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock_shared(${PEOPLE_LOCK})::text`;
}

/** Filters out deleted accounts and prevents deletions until the transaction ends. */
export async function withoutDeleted(transaction: Transaction, userIds: number[]): Promise<number[]> {
  await keepPeople(transaction);
  const deleted = await transaction.deletedUser.findMany({ where: { userId: { in: userIds } } });
  const gone = new Set(deleted.map(({ userId }) => userId));
  return userIds.filter((userId) => !gone.has(userId));
}

/**
 * Deletes a user's data and prevents that more is stored. What phone numbers have chosen over WhatsApp stays: nobody has
 * verified that they are the user's.
 */
export async function forgetPerson(transaction: Transaction, userId: number): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${PEOPLE_LOCK})::text`;
  await transaction.deletedUser.createMany({ data: [{ userId }], skipDuplicates: true });
  await transaction.delivery.deleteMany({ where: { userId } });
  // Its sessions have ended just before.
  await transaction.pushDevice.deleteMany({ where: { OR: [{ userId }, { formerUserId: userId }] } });
  await transaction.readReceipt.deleteMany({ where: { userId } });
  await transaction.popupSeen.deleteMany({ where: { userId } });
  await transaction.notification.deleteMany({ where: { targetUserId: userId } });
  await transaction.changeToTell.deleteMany({ where: { OR: [{ userId }, { ownerId: userId }] } });
  await transaction.personToTell.deleteMany({ where: { changes: { none: {} } } });
}
