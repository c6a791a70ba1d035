import type { Transaction } from '../database.ts';

interface Stop {
  at: Date;
  /** Null for the person. */
  byUserId: number | null;
}

/** Tells a number nothing from now on, and deletes what it was to be told. The lock is held. Idempotent. */
export async function stopTelling(transaction: Transaction, phone: string, { at, byUserId }: Stop): Promise<void> {
  await transaction.personToTell.deleteMany({ where: { phone, toldAt: null } });
  await transaction.whatsappContact.createMany({ data: [{ phone }], skipDuplicates: true });
  await transaction.whatsappContact.updateMany({
    where: { phone, stoppedAt: null },
    data: { stoppedAt: at, stoppedBy: byUserId },
  });
}

/** Tells a number of later changes again. @returns false when it was not stopped */
export async function resumeTelling(transaction: Transaction, phone: string): Promise<boolean> {
  const { count } = await transaction.whatsappContact.updateMany({
    where: { phone, stoppedAt: { not: null } },
    data: { stoppedAt: null, stoppedBy: null },
  });
  return count > 0;
}
