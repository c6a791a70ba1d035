import { MAX_FRANCS } from '@fasocolis/contracts/money/francs';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { Storage } from '../shared/storage.ts';

export type Balance = Pick<Order, 'due' | 'paid'>;

export const restOf = ({ due, paid }: Balance): number => due - paid;

/** What is left to pay of orders, with the storage that is not a charge yet. */
export const owedFor = (orders: Order[], storage: ReadonlyMap<number, Storage>): number =>
  orders.reduce((sum, order) => sum + restOf(order) + (storage.get(order.id)?.amount ?? 0), 0);

/** Whether charges of an order may change by an amount: never below what was paid, nor above what can be written. */
export const mayChange = ({ due, paid }: Balance, by: number): boolean => due + by >= paid && due + by <= MAX_FRANCS;

/** Writes the balances of locked orders from their live charges and payments: the only writer of these columns. */
export async function writeBalances(transaction: Transaction, orderIds: number[]): Promise<Map<number, Balance>> {
  const rows = await transaction.$queryRaw<(Balance & { id: number })[]>`
    UPDATE orders SET due = sums.due, paid = sums.paid
    FROM (
      SELECT listed.id,
        (SELECT coalesce(sum(c.amount), 0)::int FROM charges c
          WHERE c.order_id = listed.id AND c.cancelled_at IS NULL) AS due,
        (SELECT coalesce(sum(s.amount), 0)::int FROM payment_shares s JOIN payments p ON p.id = s.payment_id
          WHERE s.order_id = listed.id AND p.cancelled_at IS NULL) AS paid
      FROM unnest(${orderIds}::int[]) AS listed(id)
    ) AS sums
    WHERE orders.id = sums.id
    RETURNING orders.id, orders.due, orders.paid`;
  return new Map(rows.map(({ id, ...balance }) => [id, balance]));
}
