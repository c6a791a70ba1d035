import {
  CONSIGNMENT_STATES,
  type Consignment as PresentedConsignment,
  type Totals,
} from '@fasocolis/contracts/consignments';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { matchesSearch } from '@fasocolis/service-kit/data/database';
import { defineList, findPage, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Consignment, Prisma } from '../generated/prisma/client.ts';
import { readStorage } from '../shared/storage.ts';

export const consignmentListSpec = defineList({
  resource: 'consignments',
  isSearchable: true,
  sortable: ['id', 'code', 'departureDate', 'expectedArrival', 'createdAt'],
  optional: ['departureDate', 'expectedArrival'],
  filters: {
    id: IdsFilterSchema,
    mode: z.enum(TRANSPORT_MODES),
    state: z.enum(CONSIGNMENT_STATES),
    open: z.boolean(),
  },
});

export async function listConsignments(
  database: Database,
  list: ListRequestOf<typeof consignmentListSpec>,
  isAdmin: boolean,
) {
  const where = whereListed(list);
  const { rows, total } = await findPage(list, ['createdAt', 'desc'], database.consignment, { where });
  return { rows: await presentConsignments(database, rows, isAdmin), total };
}

function whereListed({ search, filters }: ListRequestOf<typeof consignmentListSpec>): Prisma.ConsignmentWhereInput {
  const { id, mode, state, open: isOpen } = filters;
  const conditions: Prisma.ConsignmentWhereInput[] = [];
  if (id !== undefined) conditions.push({ id });
  if (mode !== undefined) conditions.push({ mode });
  if (isOpen !== undefined) conditions.push({ isOpen });
  if (state === 'closed') conditions.push({ isOpen: false });
  else if (state !== undefined) conditions.push({ isOpen: true, state });
  if (search) conditions.push({ OR: matchesSearch('searchText', search) });
  return { AND: conditions };
}

const NOTHING: Totals = {
  orders: 0,
  pieces: 0,
  withoutPieces: 0,
  due: 0,
  paid: 0,
  weightGrams: 0,
  withoutWeight: 0,
  volumeCm3: 0,
  withoutVolume: 0,
};

/** By the ids of the consignments, archived orders left out. What is due includes the storage that is not a charge yet. */
export async function totalsOf(database: Database, consignmentIds: number[]): Promise<Map<number, Totals>> {
  const totals = await database.$queryRaw<(Totals & { id: number })[]>`
    SELECT m.consignment_id AS id, count(*)::int AS orders,
      coalesce(sum(o.pieces), 0)::float8 AS pieces, count(*) FILTER (WHERE o.pieces IS NULL)::int AS "withoutPieces",
      coalesce(sum(o.weight_grams), 0)::float8 AS "weightGrams",
      count(*) FILTER (WHERE o.weight_grams IS NULL)::int AS "withoutWeight",
      coalesce(sum(o.volume_cm3), 0)::float8 AS "volumeCm3",
      count(*) FILTER (WHERE o.volume_cm3 IS NULL)::int AS "withoutVolume",
      coalesce(sum(o.due), 0)::float8 AS due, coalesce(sum(o.paid), 0)::float8 AS paid
    FROM consignment_orders m JOIN orders o ON o.id = m.order_id AND o.archived_at IS NULL
    WHERE m.consignment_id = ANY(${consignmentIds}::int[])
    GROUP BY m.consignment_id`;
  const storage = await readStorage(database, null, new Date());
  const waiting = await database.consignmentOrder.findMany({
    where: { consignmentId: { in: consignmentIds }, orderId: { in: [...storage.keys()] } },
    select: { consignmentId: true, orderId: true },
  });
  const byId = new Map(totals.map(({ id, ...sums }) => [id, sums]));
  for (const { consignmentId, orderId } of waiting) {
    const sums = byId.get(consignmentId);
    if (sums) sums.due += storage.get(orderId)?.amount ?? 0;
  }
  return byId;
}

export async function presentConsignments(
  database: Database,
  rows: Consignment[],
  isAdmin: boolean,
): Promise<PresentedConsignment[]> {
  const ids = rows.map(({ id }) => id);
  const totals = await totalsOf(database, ids);
  return rows.map(({ cost, isOpen, state, ...row }) => ({
    ...row,
    departureDate: row.departureDate?.toISOString().slice(0, 10) ?? null,
    expectedArrival: row.expectedArrival?.toISOString().slice(0, 10) ?? null,
    state: isOpen ? state : ('closed' as const),
    closedAt: row.closedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(totals.get(row.id) ?? NOTHING),
    ...(isAdmin && { cost }),
  }));
}
