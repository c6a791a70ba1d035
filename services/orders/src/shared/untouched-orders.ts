import type { Database, Transaction } from '../database.ts';

/**
 * Those of the orders to which nothing happened since their creation, and that were neither charged by hand nor paid, not even
 * by a report, nor claimed, nor had a piece scanned. Withdrawn events do not count.
 */
export async function untouchedOrders(
  database: Pick<Database | Transaction, 'orderEvent' | '$queryRaw'>,
  orderIds: number[],
): Promise<ReadonlySet<number>> {
  const [untouched, touching] = await Promise.all([
    database.orderEvent.groupBy({
      by: ['orderId'],
      where: { orderId: { in: orderIds }, withdrawnAt: null, withCreation: false },
      // The first event, which is the creation.
      having: { orderId: { _count: { equals: 1 } } },
    }),
    database.$queryRaw<{ orderId: number }[]>`
      SELECT order_id AS "orderId" FROM charges
      WHERE order_id = ANY(${orderIds}::int[]) AND (kind <> 'freight' OR tariff_id IS NULL)
      UNION SELECT order_id FROM payment_shares WHERE order_id = ANY(${orderIds}::int[])
      UNION SELECT order_id FROM payment_reports WHERE order_id = ANY(${orderIds}::int[])
      UNION SELECT order_id FROM claims WHERE order_id = ANY(${orderIds}::int[])
      UNION SELECT order_id FROM piece_steps p WHERE order_id = ANY(${orderIds}::int[]) AND NOT EXISTS (
        SELECT FROM order_events e WHERE e.order_id = p.order_id AND e.with_creation AND e.occurred_at = p.occurred_at
      )`,
  ]);
  const touched = new Set(touching.map(({ orderId }) => orderId));
  return new Set(untouched.flatMap(({ orderId }) => (touched.has(orderId) ? [] : orderId)));
}
