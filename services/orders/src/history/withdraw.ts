import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { emit } from '@fasocolis/service-kit/events/outbox';
import type { Transaction } from '../database.ts';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import { nextVersion } from '../shared/versions.ts';
import { type RemainingEvent, remainingEvents } from './append.ts';
import { logOrders } from './order-log.ts';
import { stateAfter } from './state.ts';
import { writeOrders } from './write-orders.ts';

interface Withdrawn {
  /** Locked by the caller. */
  order: Order;
  /** Never its first one. */
  event: OrderEvent;
}

/**
 * Withdraws an event of each order and restores what the remaining events say: the state, the date before a later one,
 * and no pick-up code without an event that gives one.
 */
export async function withdraw(
  transaction: Transaction,
  withdrawals: Withdrawn[],
  reason: string,
  actor: Actor,
): Promise<Order[]> {
  await transaction.orderEvent.updateMany({
    where: { id: { in: withdrawals.map(({ event }) => event.id) } },
    data: { withdrawnAt: new Date(), withdrawnBy: actor.userId, withdrawnReason: reason },
  });
  const orders = withdrawals.map(({ order }) => order);
  const remaining = await remainingEvents(transaction, orders);
  const restored = withdrawals.map(({ order, event }) => ({
    ...{ event, before: order, after: stateWithout(order, event, remaining.get(order.id) ?? []) },
  }));
  await writeOrders(transaction, restored);
  // The proofs of hand-overs that did not happen.
  const proofs = withdrawals.map(({ order, event }) => ({ orderId: order.id, createdAt: event.occurredAt }));
  await transaction.handover.deleteMany({ where: { OR: proofs } });
  const entries = restored.map(({ event: { id: eventId, note }, ...change }) => ({
    ...({ action: 'event-withdrawn', details: { eventId, note, reason }, ...change } as const),
  }));
  await logOrders(transaction, actor, entries);
  for (const { order, event } of withdrawals) {
    await emit(transaction, 'order.event-withdrawn', { orderId: order.id, eventId: event.id }, actor.requestId);
  }
  return restored.map(({ after }) => after);
}

function stateWithout(
  order: Order,
  { id, formerDelivery, opensPickup }: OrderEvent,
  remaining: RemainingEvent[],
): Order {
  const isLastDate = !remaining.some((event) => event.id > id && event.formerDelivery);
  const losesCode = opensPickup && !remaining.some((event) => event.opensPickup);
  return {
    ...order,
    ...stateAfter(remaining),
    ...(formerDelivery && isLastDate && { estimatedDelivery: formerDelivery }),
    ...(losesCode && { pickupCode: null }),
    updatedAt: nextVersion(order),
  };
}
