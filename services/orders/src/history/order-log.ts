import type { ChangeAction } from '@fasocolis/contracts/changes';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { ORDER_COLUMNS, plainValue } from '../shared/order-columns.ts';

const LOGGED = ORDER_COLUMNS.flatMap(([column, { isLogged }]) => (isLogged ? column : []));

export const loggedValues = (order: Order) =>
  Object.fromEntries(LOGGED.map((column) => [column, plainValue(order, column)]));

export interface OrderChange {
  action: ChangeAction;
  before?: Order;
  after?: Order;
  details?: Record<string, unknown> | undefined;
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
