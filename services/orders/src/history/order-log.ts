import type { ChangeAction } from '@fasocolis/contracts/changes';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

/** Columns that follow from others or belong to no change. */
type UnloggedColumn =
  | 'id'
  | 'referenceKey'
  | 'recipientSearch'
  | 'latestUpdateTime'
  | 'createdAt'
  | 'updatedAt'
  | 'furthestStep'
  | 'furthestStepAt'
  | 'lastEventAt'
  | 'pickupCode';

/** The fields of an order in the change log. */
export const loggedValues = (order: Order): Record<Exclude<keyof Order, UnloggedColumn>, unknown> => ({
  reference: order.reference,
  status: order.status,
  latestUpdate: order.latestUpdate,
  estimatedDelivery: order.estimatedDelivery?.toISOString().slice(0, 10) ?? null,
  userId: order.userId,
  recipientName: order.recipientName,
  recipientPhone: order.recipientPhone,
  recipientConsent: order.recipientConsent,
  mode: order.mode,
  pieces: order.pieces,
  weightGrams: order.weightGrams,
  archivedAt: order.archivedAt?.toISOString() ?? null,
});

export interface OrderChange {
  action: ChangeAction;
  before?: Order;
  after?: Order;
  /** Further values after the change, such as the reason. */
  details?: Record<string, unknown>;
}

/** Records changes of orders. One of `before` and `after` is needed. */
export function logOrders(transaction: Transaction, actor: Actor, changes: OrderChange[]): Promise<void> {
  const entries = changes.flatMap(({ action, before, after, details }) => {
    const order = after ?? before;
    if (!order) return [];
    return {
      subject: 'order' as const,
      subjectId: order.id,
      name: order.reference,
      action,
      before: before ? loggedValues(before) : null,
      after: after ? { ...loggedValues(after), ...details } : null,
    };
  });
  return logChanges(transaction, actor, entries);
}
