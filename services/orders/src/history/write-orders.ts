import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Transaction } from '../database.ts';
import { type Order, Prisma } from '../generated/prisma/client.ts';

type Column<Field extends string> = readonly [field: Field, column: string];

export const columnsOf = <Field extends string>(fields: readonly Field[]): Column<Field>[] =>
  fields.map((field) => [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]);

/** The list of a SELECT whose rows have the form of those that Prisma returns. */
export const selected = (fields: readonly string[]): Prisma.Sql =>
  Prisma.raw(
    columnsOf(fields)
      .map(([field, column]) => `${column} AS "${field}"`)
      .join(),
  );

export const storedOf = <Field extends string>(
  row: Record<Field, unknown>,
  columns: readonly Column<Field>[],
): object => Object.fromEntries(columns.map(([field, column]) => [column, row[field]]));

const FIELDS = Object.values(Prisma.OrderScalarFieldEnum);
const COLUMNS = columnsOf(FIELDS);
const SELECTED = selected(FIELDS);

export const ORDER_NOT_FOUND = 'Commande non trouvée';

/**
 * Locks orders in the sequence of their ids and reads them as they are then, so that users who save at once are compared
 * with each other's result.
 */
export function lockOrders(transaction: Transaction, ids: number[]): Promise<Order[]> {
  return transaction.$queryRaw`SELECT ${SELECTED} FROM orders WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`;
}

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

export async function writeOrders(transaction: Transaction, orders: WrittenOrder[]): Promise<void> {
  const columns = COLUMNS.filter(([field]) =>
    orders.some(({ before, after }) => !sameValue(after[field], before[field])),
  );
  if (columns.length === 0) return;
  const assignments = columns.map(([, column]) => `${column} = written.${column}`);
  const rows = orders.map(({ after }) => ({ id: after.id, ...storedOf(after, columns) }));
  // JSON is one parameter for all orders.
  await transaction.$executeRaw`
    UPDATE orders SET ${Prisma.raw(assignments.join())}
    FROM jsonb_populate_recordset(NULL::orders, ${JSON.stringify(rows)}::jsonb) AS written
    WHERE orders.id = written.id`;
}
