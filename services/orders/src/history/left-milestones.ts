import { milestoneTitle } from '@fasocolis/contracts/milestones';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { append } from './append.ts';

/**
 * Gives a locked order the milestones that left it because it was missing or not scanned on arrival, except those before a milestone
 * that it already has. Its customers are told of the last one.
 * @returns the order, or null when there are none
 */
export async function takeLeftMilestones(
  transaction: Transaction,
  order: Order,
  at: Date,
  actor: Actor,
): Promise<Order | null> {
  const { id: orderId } = order;
  // The lock keeps a milestone that is being withdrawn from being given. A fan-out never waits for an order that it has left.
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT m.id FROM skipped_orders s JOIN milestones m ON m.id = s.milestone_id
    WHERE s.order_id = ${orderId}::int AND s.reason IN ('missing', 'unscanned') AND m.withdrawn_at IS NULL
      AND NOT EXISTS (SELECT FROM order_events e
        WHERE e.order_id = s.order_id AND e.definition_id = m.definition_id AND e.withdrawn_at IS NULL)
      AND NOT EXISTS (SELECT FROM order_events e JOIN milestones later ON later.id = e.milestone_id
        WHERE e.order_id = s.order_id AND e.withdrawn_at IS NULL
          AND later.consignment_id = m.consignment_id AND later.position > m.position)
    ORDER BY m.id FOR UPDATE OF m`;
  const left = { in: rows.map(({ id }) => id) };
  const milestones = await transaction.milestone.findMany({ where: { id: left }, orderBy: { id: 'asc' } });
  const last = milestones.at(-1);
  if (!last) return null;
  const entries = milestones.map((milestone) => {
    const { id, definitionId, label, place, opensPickup, status, note, finishedAt } = milestone;
    // The fan-out tells of all parcels together when it has reached the last one.
    const isTold = milestone === last && finishedAt !== null;
    return {
      status,
      note,
      milestone: { id, definitionId, label, place, opensPickup },
      occurredAt: milestone.occurredAt > at ? milestone.occurredAt : at,
      ...(isTold && { told: { title: milestoneTitle(milestone), note } }),
    };
  });
  const [appended] = await append(transaction, [order], { entries }, actor);
  await transaction.skippedOrder.deleteMany({ where: { orderId, milestoneId: left } });
  const data = { applied: { increment: 1 }, skipped: { decrement: 1 } };
  await transaction.milestone.updateMany({ where: { id: left }, data });
  return appended?.order ?? order;
}
