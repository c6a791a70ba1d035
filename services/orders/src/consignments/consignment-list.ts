import { CONSIGNMENT_STATES, type Consignment as PresentedConsignment } from '@fasocolis/contracts/consignments';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { matchesSearch } from '@fasocolis/service-kit/data/database';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Consignment, Prisma } from '../generated/prisma/client.ts';

/** What the back office may ask of the list of consignments. */
export const consignmentListSpec = defineList({
  resource: 'consignments',
  sortable: ['id', 'code', 'departureDate', 'expectedArrival', 'createdAt'],
  filters: {
    id: IdsFilterSchema,
    mode: z.enum(TRANSPORT_MODES),
    state: z.enum(CONSIGNMENT_STATES),
    /** Whether it is not closed. */
    open: z.boolean(),
  },
});

export async function listConsignments(
  database: Database,
  list: ListRequestOf<typeof consignmentListSpec>,
  isAdmin: boolean,
): Promise<Page<PresentedConsignment>> {
  const where = whereListed(list);
  const { rows, total } = await findPage(
    list,
    ['createdAt', 'desc'],
    (page) => database.consignment.findMany({ where, ...page }),
    () => database.consignment.count({ where }),
  );
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

interface Totals {
  id: number;
  orders: number;
  pieces: number;
  weightGrams: number;
  volumeCm3: number;
  due: number;
  paid: number;
}

const EMPTY = { orders: 0, pieces: 0, weightGrams: 0, volumeCm3: 0, due: 0, paid: 0 };

/** Consignments with the totals of their orders, archived ones left out. Only the administrator sees what they cost. */
export async function presentConsignments(
  database: Database,
  rows: Consignment[],
  isAdmin: boolean,
): Promise<PresentedConsignment[]> {
  const ids = rows.map(({ id }) => id);
  const totals = await database.$queryRaw<Totals[]>`
    SELECT m.consignment_id AS id, count(*)::int AS orders, coalesce(sum(o.pieces), 0)::float8 AS pieces,
      coalesce(sum(o.weight_grams), 0)::float8 AS "weightGrams",
      coalesce(sum(o.volume_cm3), 0)::float8 AS "volumeCm3",
      coalesce(sum(o.due), 0)::float8 AS due, coalesce(sum(o.paid), 0)::float8 AS paid
    FROM consignment_orders m JOIN orders o ON o.id = m.order_id AND o.archived_at IS NULL
    WHERE m.consignment_id = ANY(${ids}::int[])
    GROUP BY m.consignment_id`;
  const byId = new Map(totals.map(({ id, ...sums }) => [id, sums]));
  return rows.map((row) => ({
    ...present(row),
    ...(byId.get(row.id) ?? EMPTY),
    ...(isAdmin && { cost: row.cost }),
  }));
}

const present = ({ id, code, mode, departureCity, carrierNumber, isOpen, state, ...row }: Consignment) => ({
  ...{ id, code, mode, departureCity, carrierNumber },
  departureDate: row.departureDate?.toISOString().slice(0, 10) ?? null,
  expectedArrival: row.expectedArrival?.toISOString().slice(0, 10) ?? null,
  state: isOpen ? state : ('closed' as const),
  closedAt: row.closedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
