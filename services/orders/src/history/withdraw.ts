import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { nextVersion } from '@fasocolis/service-kit/data/versions';
import type { Transaction } from '../database.ts';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import { type RemainingEvent, remainingEvents } from './append.ts';
import { emitWithdrawn } from './emit.ts';
import { logOrders } from './order-log.ts';
import { unmarkPieces } from './pieces.ts';
import { stateAfter } from './state.ts';
import { writeOrders } from './write-orders.ts';

interface Withdrawal {
  order: Order;
  /** Never its first one. */
  event: OrderEvent;
}

export async function withdraw(
  transaction: Transaction,
  withdrawal: Withdrawal,
  reason: string,
  actor: Actor,
): Promise<Order> {
  const [order = withdrawal.order] = await withdrawAll(transaction, [withdrawal], reason, actor);
  await emitWithdrawn(transaction, { of: [withdrawal.event.id], correction: null }, actor.requestId);
  return order;
}

/**
 * Withdraws an event of each order and restores what the remaining events say: the state, the date before a later one,
 * and no pick-up code without an event that gives one. The caller emits it.
 */
export async function withdrawAll(
  transaction: Transaction,
  withdrawals: Withdrawal[],
  reason: string,
  actor: Actor,
): Promise<Order[]> {
  const ids = withdrawals.map(({ event }) => event.id);
  await transaction.orderEvent.updateMany({
    where: { id: { in: ids } },
    data: { withdrawnAt: new Date(), withdrawnBy: actor.userId, withdrawnReason: reason },
  });
  await passDatesOn(transaction, ids);
  const orders = withdrawals.map(({ order }) => order);
  const remaining = await remainingEvents(transaction, orders);
  const restored = withdrawals.map(({ order, event }) => ({
    event,
    before: order,
    after: stateWithout(order, event, remaining.get(order.id) ?? []),
  }));
  await writeOrders(transaction, restored);
  // These are proofs of hand-overs that did not happen.
  await transaction.$executeRaw`
    DELETE FROM handovers h USING order_events e
    WHERE e.id = ANY(${ids}::int[]) AND h.order_id = e.order_id AND h.created_at = e.occurred_at`;
  await unmarkPieces(transaction, ids);
  const entries = restored.map(({ event: { id: eventId, note }, ...change }) => ({
    ...({ action: 'event-withdrawn', details: { eventId, note, reason }, ...change } as const),
  }));
  await logOrders(transaction, actor, entries);
  return restored.map(({ after }) => after);
}

/** Passes the date before a withdrawn change of the date on to the next change, so that withdrawing both restores it. */
const passDatesOn = (transaction: Transaction, ids: number[]) => transaction.$executeRaw`
  UPDATE order_events later SET former_delivery = e.former_delivery FROM order_events e
  WHERE e.id = ANY(${ids}::int[]) AND e.moves_delivery AND later.id = (
    SELECT min(n.id) FROM order_events n
    WHERE n.order_id = e.order_id AND n.id > e.id AND n.moves_delivery AND n.withdrawn_at IS NULL
  )`;

/** Makes a corrected date stay when earlier news of a date are withdrawn afterwards. */
export const keepCorrectedDate = (transaction: Transaction, orderId: number) =>
  transaction.orderEvent.updateMany({ where: { orderId, movesDelivery: true }, data: { movesDelivery: false } });

function stateWithout(
  order: Order,
  { id, movesDelivery, formerDelivery, opensPickup }: OrderEvent,
  remaining: RemainingEvent[],
): Order {
  const isLastDate = movesDelivery && !remaining.some((event) => event.id > id && event.movesDelivery);
  const losesCode = opensPickup && !remaining.some((event) => event.opensPickup);
  return {
    ...order,
    ...stateAfter(remaining),
    ...(isLastDate && { estimatedDelivery: formerDelivery }),
    ...(losesCode && { pickupCode: null }),
    updatedAt: nextVersion(order.updatedAt),
  };
}
