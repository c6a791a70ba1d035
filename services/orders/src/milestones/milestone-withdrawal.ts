import type { Transaction } from '../database.ts';
import type { Milestone } from '../generated/prisma/client.ts';
import { emitWithdrawn } from '../history/emit.ts';
import { withdrawAll } from '../history/withdraw.ts';
import { BATCH, CONSIGNMENT_STATE } from './milestone-batch.ts';

/**
 * Takes a milestone back from the next orders that have it, in the transaction that holds its lock. After the last ones the
 * consignment has the state of its other milestones.
 * @returns the milestone, which is finished after the last ones
 */
export async function withdrawBatch(transaction: Transaction, milestone: Milestone): Promise<Milestone> {
  const { id, consignmentId, withdrawnBy: userId, requestId } = milestone;
  const reason = milestone.withdrawnReason ?? '';
  const rows = await transaction.$queryRaw<{ orderId: number; eventId: number }[]>`
    SELECT o.id AS "orderId", e.id AS "eventId" FROM order_events e JOIN orders o ON o.id = e.order_id
    WHERE e.milestone_id = ${id} AND e.withdrawn_at IS NULL ORDER BY o.id LIMIT ${BATCH} FOR UPDATE OF o`;
  const orders = await transaction.order.findMany({ where: { id: { in: rows.map(({ orderId }) => orderId) } } });
  // Without those that were withdrawn by themselves before their orders were locked.
  const where = { id: { in: rows.map(({ eventId }) => eventId) }, withdrawnAt: null };
  const events = new Map((await transaction.orderEvent.findMany({ where })).map((event) => [event.orderId, event]));
  const withdrawals = orders.flatMap((order) => {
    const event = events.get(order.id);
    return event ? { order, event } : [];
  });
  await withdrawAll(transaction, withdrawals, reason, { userId, requestId });
  const isLast = rows.length < BATCH;
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
