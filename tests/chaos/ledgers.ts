import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hasOrders, type Kind, pick } from './command.ts';

const AMOUNT = 1000;

/** Charges an order and takes the payment, under an id of the device, until there is a response. */
export const pay: Kind = {
  name: 'charge and pay',
  weight: 3,
  needs: hasOrders,
  async run(world, client, { a }) {
    const { id: orderId, reference } = pick(world.orders, a);
    const charge = { kind: 'other', amount: AMOUNT };
    const path = `/api/ledgers/${orderId}/charges`;
    const { outcome } = await client.call({ method: 'POST', path, body: charge, attempts: 1 });
    if (outcome !== 'acknowledged') return;
    const id = randomUUID();
    const body = { id, method: 'cash', amount: AMOUNT, orderIds: [orderId] };
    const paid = await client.call({ method: 'POST', path: '/api/payments', body, refusals: [409], attempts: 20 });
    world.record('payments', id, paid.outcome === 'acknowledged' ? 'acknowledged' : 'unknown');
    if (paid.outcome === 'refused') world.violate(`${reference} was charged ${AMOUNT}, and its payment refused`);
  },
};

/** Orders whose sums are not those of their entries, and gaps between receipts. */
export async function wrongLedgers(orders: pg.Client): Promise<string[]> {
  const sums = await orders.query<{ reference: string }>(
    `SELECT reference FROM orders o WHERE
       due <> (SELECT coalesce(sum(amount), 0) FROM charges WHERE order_id = o.id AND cancelled_at IS NULL)
       OR paid <> (SELECT coalesce(sum(s.amount), 0) FROM payment_shares s JOIN payments p ON p.id = s.payment_id
         WHERE s.order_id = o.id AND p.cancelled_at IS NULL)`,
  );
  const receipts = await orders.query<{ year: number; count: number; last: number }>(
    `SELECT receipt_year AS year, count(*)::int, max(receipt_number) AS last FROM payments GROUP BY 1
     HAVING count(*) <> max(receipt_number)`,
  );
  return [
    ...sums.rows.map(({ reference }) => `${reference} has other sums than its charges and payments`),
    ...receipts.rows.map(({ year, count, last }) => `${count} receipts of ${year} have numbers up to ${last}`),
  ];
}
