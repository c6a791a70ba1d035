import type { Transaction } from '../database.ts';
import type { Milestone } from '../generated/prisma/client.ts';
import { emitWithdrawn } from '../history/emit.ts';
import { withdrawAll } from '../history/withdraw.ts';
import { lockOrders } from '../history/write-orders.ts';
import { BATCH, CONSIGNMENT_STATE } from './milestone-batch.ts';

/**
 * Takes a milestone back from the next orders that have it, in the transaction that holds its lock. After the last ones the
 * consignment has the state of its other milestones.
 * @returns the milestone, which is finished after the last ones
 */
export async function withdrawBatch(transaction: Transaction, milestone: Milestone): Promise<Milestone> {
  const { id, consignmentId, withdrawnBy: userId, requestId } = milestone;
  const reason = milestone.withdrawnReason ?? '';
  const remaining = { milestoneId: id, withdrawnAt: null };
  const found = await transaction.orderEvent.findMany({ where: remaining, take: BATCH, select: { orderId: true } });
  const ids = found.map(({ orderId }) => orderId);
  const orders = await lockOrders(transaction, ids);
  // Some may have been withdrawn by themselves before their orders were locked.
  const locked = await transaction.orderEvent.findMany({ where: { ...remaining, orderId: { in: ids } } });
  const events = new Map(locked.map((event) => [event.orderId, event]));
  const withdrawals = orders.flatMap((order) => {
    const event = events.get(order.id);
    return event ? { order, event } : [];
  });
  await withdrawAll(transaction, withdrawals, reason, { userId, requestId });
  const isLast = found.length < BATCH;
  if (isLast) {
    const correction = `${milestone.label} annulé. ${reason}`;
    await emitWithdrawn(transaction, { of: { milestoneId: id }, correction }, requestId);
    await transaction.$executeRaw`
      UPDATE consignments SET state = coalesce((
        SELECT max(${CONSIGNMENT_STATE}) FROM milestones
        WHERE consignment_id = ${consignmentId} AND started_at IS NOT NULL AND withdrawn_at IS NULL
      ), 'preparing') WHERE id = ${consignmentId}`;
  }
  return transaction.milestone.update({
    where: { id },
    data: { applied: { decrement: withdrawals.length }, finishedAt: isLast ? new Date() : null },
  });
}
