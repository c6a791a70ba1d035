import { referenceKey } from '@fasocolis/contracts/reference';
import { escapeLike } from '@fasocolis/service-kit/database';
import type { ListRequest, ListSpec } from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Order, Prisma } from '../generated/prisma/client.ts';

const filters = {
  id: z.union([z.int(), z.array(z.int()).check(z.maxLength(1000))]),
  reference: z.string(),
  status: z.string(),
  userId: z.int(),
  estimatedDelivery: z.iso.date(),
};

const sortable = [
  'id',
  'reference',
  'status',
  'estimatedDelivery',
  'latestUpdateTime',
  'createdAt',
  'updatedAt',
  'userId',
] as const;

/** What the back office may ask of the list of orders. */
export const orderListSpec = { resource: 'orders', sortable, filters } satisfies ListSpec<string, typeof filters>;

type Filters = { [K in keyof typeof filters]: z.infer<(typeof filters)[K]> };
export type OrderListRequest = ListRequest<(typeof sortable)[number], Filters>;

/** One page of orders, newest first unless asked otherwise, and how many there are in all. */
export async function listOrders(
  database: Database,
  { sort, offset, limit, search, filters: asked }: OrderListRequest,
  scope: Prisma.OrderWhereInput = {},
): Promise<{ rows: Order[]; total: number }> {
  const { field, direction } = sort ?? { field: 'createdAt', direction: 'desc' };
  const where: Prisma.OrderWhereInput = { ...scope, ...whereOf(asked, search) };
  const [rows, total] = await Promise.all([
    database.order.findMany({ where, orderBy: [{ [field]: direction }, { id: direction }], skip: offset, take: limit }),
    countOrders(database, where),
  ]);
  return { rows, total };
}

function whereOf({ id, reference, estimatedDelivery, ...equal }: Partial<Filters>, search: string | null) {
  const where: Prisma.OrderWhereInput = { ...equal };
  if (id !== undefined) where.id = { in: [id].flat().filter(fitsInteger) };
  if (reference !== undefined) where.referenceKey = referenceKey(reference);
  if (estimatedDelivery !== undefined) where.estimatedDelivery = new Date(estimatedDelivery);
  if (equal.userId !== undefined && !fitsInteger(equal.userId)) where.userId = 0;
  const key = search && referenceKey(search);
  if (key) where.AND = { referenceKey: { contains: escapeLike(key) } };
  return where;
}

const fitsInteger = (value: number) => Math.abs(value) <= 2_147_483_647;

/** Counting by the table of counts where it can answer, because a million rows take too long. */
async function countOrders(database: Database, where: Prisma.OrderWhereInput): Promise<number> {
  const { status, ...others } = where;
  if (Object.keys(others).length > 0) return database.order.count({ where });
  const wanted = typeof status === 'string' ? status : null;
  const [counts] = await database.$queryRaw<{ total: number }[]>`
    SELECT coalesce(sum(count), 0)::int AS total FROM order_status_counts
    WHERE ${wanted}::text IS NULL OR status = ${wanted}`;
  return counts?.total ?? 0;
}
