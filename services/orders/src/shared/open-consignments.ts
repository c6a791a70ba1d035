import { oncePerTurn } from '@fasocolis/service-kit/data/database';
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

/**
 * The same in one query for all callers in one turn of the event loop (docs/decisions/0007). The result may contain
 * orders of other callers.
 */
export function openConsignmentsPerTurn(database: Database) {
  const wanted = new Set<number>();
  const readWanted = oncePerTurn(() => {
    const orderIds = [...wanted];
    wanted.clear();
    return openConsignmentsOf(database, orderIds);
  });
  return (orderIds: number[]): Promise<OpenConsignments> => {
    for (const id of orderIds) wanted.add(id);
    return readWanted();
  };
}
