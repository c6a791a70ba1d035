import type { Transaction } from '../database.ts';

/** Expects that the transaction has locked the user. */
export async function removeSecondFactor(transaction: Transaction, userId: number): Promise<void> {
  await transaction.user.update({
    where: { id: userId },
    data: { secondFactorSince: null, updatedAt: new Date() },
  });
  await transaction.secondFactor.deleteMany({ where: { userId } });
  await transaction.recoveryCode.deleteMany({ where: { userId } });
}
