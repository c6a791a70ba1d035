import type { Database, Transaction } from '../database.ts';

/** Those of the orders to which nothing happened since their creation. Withdrawn events do not count. */
export async function untouchedOrders(
  { orderEvent }: Pick<Database | Transaction, 'orderEvent'>,
  orderIds: number[],
): Promise<ReadonlySet<number>> {
  const untouched = await orderEvent.groupBy({
    by: ['orderId'],
    where: { orderId: { in: orderIds }, withdrawnAt: null, withCreation: false },
    // The first event, which is the creation.
    having: { orderId: { _count: { equals: 1 } } },
  });
  return new Set(untouched.map(({ orderId }) => orderId));
}
