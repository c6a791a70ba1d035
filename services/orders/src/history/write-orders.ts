import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Transaction } from '../database.ts';
import { type Order, Prisma } from '../generated/prisma/client.ts';

export const ORDER_NOT_FOUND = 'Commande non trouvée';

/** Locked first, so that users who save at once are compared with each other's result; in the order of ids. */
export async function lockOrders(transaction: Transaction, ids: number[]): Promise<Order[]> {
  await transaction.$queryRaw`SELECT id FROM orders WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`;
  return transaction.order.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
}

/** @throws AppError `not-found` */
export async function lockOrder(transaction: Transaction, id: number): Promise<Order> {
  const [order] = await lockOrders(transaction, [id]);
  if (!order) throw new AppError('not-found', ORDER_NOT_FOUND);
  return order;
}

export const sameValue = (a: unknown, b: unknown) =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

export interface WrittenOrder {
  before: Order;
  after: Order;
}

/** Writes the columns that differ in any of the orders, in one statement. */
export async function writeOrders(transaction: Transaction, orders: WrittenOrder[]): Promise<void> {
  const columns = [...new Set(orders.flatMap(differences))];
  if (columns.length === 0) return;
  const assignments = columns.map(snakeCase).map((column) => `${column} = written.${column}`);
  const rows = orders.map(({ after }) =>
    storedOf(Object.fromEntries(['id' as const, ...columns].map((column) => [column, after[column]]))),
  );
  // As JSON: one parameter for all orders.
  await transaction.$executeRaw`
    UPDATE orders SET ${Prisma.raw(assignments.join())}
    FROM jsonb_populate_recordset(NULL::orders, ${JSON.stringify(rows)}::jsonb) AS written
    WHERE orders.id = written.id`;
}

const differences = ({ before, after }: WrittenOrder): (keyof Order)[] =>
  (Object.keys(after) as (keyof Order)[]).filter((column) => !sameValue(after[column], before[column]));

/** A row by the names of the columns in the database. */
export const storedOf = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
