import type { Database, Transaction } from '../database.ts';

interface OpenConsignment {
  id: number;
  code: string;
}

/** By the ids of their orders. */
export type OpenConsignments = Map<number, OpenConsignment>;

/** The consignments that are not closed of the orders. */
export async function openConsignmentsOf(
  database: Pick<Database | Transaction, '$queryRaw'>,
  orderIds: number[],
): Promise<OpenConsignments> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.$queryRaw<(OpenConsignment & { orderId: number })[]>`
    SELECT m.order_id AS "orderId", c.id, c.code
    FROM consignment_orders m JOIN consignments c ON c.id = m.consignment_id
    WHERE m.order_id = ANY(${orderIds}) AND m.is_open`;
  return new Map(rows.map(({ orderId, id, code }) => [orderId, { id, code }]));
}
