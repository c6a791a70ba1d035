import { milestoneTitle, type SkipReason } from '@fasocolis/contracts/milestones';
import { PROBLEM_STATUSES } from '@fasocolis/contracts/problems';
import type { Transaction } from '../database.ts';
import { type Milestone, type Order, Prisma } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { emitExtended } from '../history/emit.ts';
import { stepOf } from '../history/state.ts';
import { lockOrders } from '../history/write-orders.ts';
import { unreleasedOrders } from '../ledger/payments.ts';
import { unscannedOrders } from '../shared/consignment-count.ts';

/** Orders per transaction: a kill repeats at most these, and the progress bar moves ten times for 2,000. */
export const BATCH = 200;

export const CONSIGNMENT_STATE = Prisma.sql`(CASE
  WHEN step IN ('ARRIVED', 'DELIVERED') THEN 'arrived' WHEN step = 'IN_TRANSIT' THEN 'departed' ELSE 'preparing'
END)::consignment_state`;

/**
 * Makes a milestone an event of the next orders of its consignment, in the transaction that holds its lock.
 * @returns the milestone, which is finished after the last ones
 */
export async function applyBatch(
  transaction: Transaction,
  milestone: Milestone,
  endedStatuses: string[],
): Promise<Milestone> {
  const { id, startedAt, afterOrderId } = milestone;
  const started = startedAt ? {} : await start(transaction, milestone);
  const members = await nextMembers(transaction, milestone);
  const orders = await lockOrders(transaction, members);
  const reasons = await reasonsToSkip(transaction, milestone, { orders, endedStatuses });
  const skipped = orders.flatMap((order) => {
    const reason = reasons.get(order.id);
    return reason ? { milestoneId: id, orderId: order.id, reason } : [];
  });
  if (skipped.length > 0) await transaction.skippedOrder.createMany({ data: skipped });
  const applied = orders.filter((order) => !reasons.has(order.id));
  // Customers are not told yet: the last batch emits all orders together, so that a customer gets one message.
  await append(transaction, applied, { entries: [entryOf(milestone)] }, milestone);
  const isLast = members.length < BATCH;
  if (isLast) await emit(transaction, milestone);
  return transaction.milestone.update({
    where: { id },
    data: {
      ...started,
      afterOrderId: members.at(-1) ?? afterOrderId,
      applied: { increment: applied.length },
      skipped: { increment: skipped.length },
      finishedAt: isLast ? new Date() : null,
    },
  });
}

async function start(transaction: Transaction, { id, consignmentId }: Milestone) {
  // A milestone never sets a consignment back.
  await transaction.$executeRaw`
    UPDATE consignments SET state = greatest(state, ${CONSIGNMENT_STATE}) FROM milestones
    WHERE consignments.id = ${consignmentId} AND milestones.id = ${id}`;
  return { startedAt: new Date(), total: await transaction.consignmentOrder.count({ where: { consignmentId } }) };
}

/** Read before they are locked: PostgreSQL may join in the sequence of ids, from the first order of all. */
async function nextMembers(transaction: Transaction, { consignmentId, afterOrderId }: Milestone): Promise<number[]> {
  const members = await transaction.consignmentOrder.findMany({
    where: { consignmentId, orderId: { gt: afterOrderId } },
    orderBy: { orderId: 'asc' },
    take: BATCH,
    select: { orderId: true },
  });
  return members.map(({ orderId }) => orderId);
}

async function reasonsToSkip(
  transaction: Transaction,
  milestone: Milestone,
  { orders, endedStatuses }: { orders: Order[]; endedStatuses: string[] },
): Promise<Map<number, SkipReason>> {
  const passed = new Map((await passedBy(transaction, milestone, orders)).map((order) => [order.id, order]));
  const ids = orders.map(({ id }) => id);
  const unscanned = milestone.leavesUnscanned ? await unscannedOrders(transaction, ids) : new Set<number>();
  const unpaid = milestone.leavesUnpaid ? await unreleasedOrders(transaction, orders) : new Map<number, string>();
  const reasonOf = ({ id, archivedAt, status, furthestStep }: Order): SkipReason | [] => {
    if (archivedAt) return 'archived';
    if (endedStatuses.includes(status)) return 'ended';
    if (stepOf(furthestStep) > stepOf(milestone.step) || passed.get(id)?.isLater) return 'further';
    if (passed.get(id)?.isThis) return 'already';
    // Its customers know that it is missing. It takes the milestone once its arrival is scanned.
    if (status === PROBLEM_STATUSES.missing) return 'missing';
    if (unscanned.has(id)) return 'unscanned';
    return unpaid.has(id) ? 'unpaid' : [];
  };
  return new Map(orders.flatMap((order) => [reasonOf(order)].flat().map((reason) => [order.id, reason] as const)));
}

/**
 * The orders that have a milestone, and whether it is a later one of the mode or this one. A milestone of the other mode,
 * from before the order had a mode, is the first one of its status.
 */
function passedBy(
  transaction: Transaction,
  { consignmentId, definitionId, position, status }: Milestone,
  orders: Order[],
): Promise<{ id: number; isLater: boolean; isThis: boolean }[]> {
  return transaction.$queryRaw`
    SELECT e.order_id AS id,
      bool_or(d.mode = c.mode AND d.position > ${position} AND e.milestone_label IS NOT NULL) AS "isLater",
      bool_or(d.id = ${definitionId}::int OR (d.mode <> c.mode AND e.status = ${status} AND ${definitionId}::int = (
        SELECT f.id FROM milestone_definitions f WHERE f.mode = c.mode AND f.is_active AND f.status = ${status}
        ORDER BY f.position, f.id LIMIT 1
      ))) AS "isThis"
    FROM order_events e
    JOIN milestone_definitions d ON d.id = e.definition_id
    JOIN consignments c ON c.id = ${consignmentId}
    WHERE e.order_id = ANY(${orders.map(({ id }) => id)}::int[]) AND e.withdrawn_at IS NULL
    GROUP BY e.order_id`;
}

const entryOf = ({ id, definitionId, label, status, place, note, occurredAt, opensPickup }: Milestone) => ({
  occurredAt,
  status,
  note,
  milestone: { id, definitionId, label, place, opensPickup },
});

function emit(transaction: Transaction, milestone: Milestone): Promise<void> {
  const { id: milestoneId, note, occurredAt, requestId } = milestone;
  const message = { cause: 'milestone', title: milestoneTitle(milestone), note, occurredAt } as const;
  return emitExtended(transaction, { ...message, of: { milestoneId } }, requestId);
}
