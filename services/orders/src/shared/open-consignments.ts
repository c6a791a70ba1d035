import type { Database, Transaction } from '../database.ts';

interface OpenConsignment {
  id: number;
  code: string;
}

/** The consignments that are not closed, by the ids of their orders among `orderIds`. */
export async function openConsignmentsOf(
  database: Pick<Database | Transaction, 'consignmentOrder'>,
  orderIds: number[],
): Promise<Map<number, OpenConsignment>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.consignmentOrder.findMany({
    where: { orderId: { in: orderIds }, isOpen: true },
    select: { orderId: true, consignment: { select: { id: true, code: true } } },
  });
  return new Map(rows.map(({ orderId, consignment }) => [orderId, consignment]));
}
