import { boundedText } from '@fasocolis/contracts/common';
import { MAX_COUNTED } from '@fasocolis/contracts/lists';
import { deliveryDate } from '@fasocolis/contracts/order-input';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { matchesSearch } from '@fasocolis/service-kit/data/database';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  inDays,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { ORDER_COLUMNS } from '../shared/order-columns.ts';
import { type OrderRow, WITHOUT_SEARCH } from '../shared/order-presenter.ts';
import { whereNamed } from '../shared/order-search.ts';
import { whereSilent } from '../shared/silence.ts';
import { readStorage } from '../shared/storage.ts';
import { UNNAMED } from '../shared/unnamed.ts';

/** The open reports and problems that the filters read. */
const OLDEST = { orderBy: { createdAt: 'asc' }, select: { orderId: true }, take: 1000 } as const;

export const orderListSpec = defineList({
  resource: 'orders',
  isSearchable: true,
  sortable: ['id', ...ORDER_COLUMNS.flatMap(([column, { isSortable }]) => (isSortable ? column : []))],
  optional: ['mode', 'estimatedDelivery', 'latestUpdateTime', 'userId'],
  filters: {
    id: IdsFilterSchema,
    reference: boundedText(200),
    status: z.pipe(
      z.union([boundedText(200), z.array(boundedText(200)).check(z.maxLength(100))]),
      z.transform((statuses: string | string[]) => [statuses].flat()),
    ),
    userId: IdFilterSchema,
    estimatedDelivery: deliveryDate(),
    estimatedFrom: deliveryDate(),
    estimatedTo: deliveryDate(),
    createdFrom: deliveryDate(),
    createdTo: deliveryDate(),
    mode: z.union([z.enum(TRANSPORT_MODES), z.literal('unknown')]),
    recipient: boundedText(200),
    silent: z.boolean(),
    unpaid: z.boolean(),
    /** Whether a payment was reported that staff has not settled. */
    reported: z.boolean(),
    toSettle: z.boolean(),
    ended: z.boolean(),
    withoutRecipient: z.boolean(),
    withoutPhone: z.boolean(),
    /** Received without an owner and a phone, and not at their end: "sans nom". */
    unnamed: z.boolean(),
    /** Arrived, and not at their end. */
    uncollected: z.boolean(),
    /** Past their estimated delivery, and not arrived. */
    late: z.boolean(),
    /** A consignment in any state. */
    consignmentId: IdFilterSchema,
    /** Default: false. Orders that are requested by id are found in both cases. */
    archived: z.boolean(),
  },
});

export type OrderListRequest = ListRequestOf<typeof orderListSpec>;

export const eventListSpec = defineList({ resource: 'order-events', sortable: ['id', 'occurredAt'], filters: {} });
export type EventListRequest = ListRequestOf<typeof eventListSpec>;

export const allEventsSpec = defineList({
  resource: 'order-events',
  sortable: ['id'],
  filters: { id: IdsFilterSchema, orderId: IdFilterSchema },
});
export type AllEventsRequest = ListRequestOf<typeof allEventsSpec>;

/** Reads a page of orders, of all or of one owner. */
export async function listOrders(
  dependencies: Dependencies,
  list: OrderListRequest,
  ownerId?: number,
): Promise<Page<OrderRow>> {
  const { database, statuses } = dependencies;
  const { status, ended, unpaid, ...otherFilters } = list.filters;
  const onlyByStatus =
    ownerId === undefined && list.search === null && unpaid === undefined && Object.keys(otherFilters).length === 0;
  const found = await whereListed(list, dependencies);
  const where: Prisma.OrderWhereInput = ownerId === undefined ? found : { AND: [found, { userId: ownerId }] };
  // Prisma orders by id otherwise, which reads all older orders first (docs/decisions/0004). Unpaid
  // orders have an index in the order of the list; PostgreSQL has no statistics of how few there are.
  const countUpTo = () =>
    database.order.count({ where, take: MAX_COUNTED + 1, orderBy: unpaid ? { createdAt: 'desc' } : { status: 'asc' } });
  return findPage(list, ['createdAt', 'desc'], database.order, { where, omit: WITHOUT_SEARCH }, () =>
    onlyByStatus ? countByStatus(statuses, status, ended) : countUpTo(),
  );
}

/** The number of orders that are not archived, of all or some statuses, from the table of counts (docs/decisions/0004). */
async function countByStatus(
  statuses: Dependencies['statuses'],
  wanted: string[] | undefined,
  ended: boolean | undefined,
): Promise<number> {
  const ends = ended === undefined ? [] : await statuses.ended();
  const counts = (await statuses.counts()).filter(
    ({ status }) =>
      (wanted === undefined || wanted.includes(status)) && (ended === undefined || ends.includes(status) === ended),
  );
  return counts.reduce((sum, { _sum: { count } }) => sum + Number(count), 0);
}

export async function whereListed(
  list: Pick<OrderListRequest, 'search' | 'filters'>,
  { database, statuses, silenceDays }: Dependencies,
): Promise<Prisma.OrderWhereInput> {
  const conditions = conditionsOf(list);
  const { silent, ended, uncollected, late, unpaid, reported, unnamed, toSettle } = list.filters;
  if (unpaid !== undefined) {
    const { paid } = database.order.fields;
    const withStorage = [...(await readStorage(database, null, new Date())).keys()];
    const hasRest = { due: { gt: paid } };
    // A constraint keeps what was paid from being more than what is due.
    if (!unpaid) conditions.push({ due: { equals: paid }, id: { notIn: withStorage } });
    else conditions.push(withStorage.length > 0 ? { OR: [hasRest, { id: { in: withStorage } }] } : hasRest);
  }
  if (reported !== undefined) {
    const open = await database.paymentReport.findMany({ where: { settledAt: null }, ...OLDEST });
    conditions.push(whereListedIn(open, reported));
  }
  if (toSettle !== undefined) {
    const open = await database.orderProblem.findMany({ where: { closedAt: null }, ...OLDEST });
    conditions.push(whereListedIn(open, toSettle));
  }
  if (ended !== undefined) {
    const ends = await statuses.ended();
    conditions.push({ status: ended ? { in: ends } : { notIn: ends } });
  }
  if (list.search) conditions.push({ OR: await whereNamed(database, list.search) });
  if (silent !== undefined) {
    const isSilent = whereSilent(silenceDays, await statuses.underWay());
    conditions.push(either(silent, isSilent));
  }
  if (uncollected !== undefined) {
    const isUncollected = { status: { in: await statuses.underWay() }, furthestStep: 'ARRIVED' };
    conditions.push(either(uncollected, isUncollected));
  }
  if (unnamed !== undefined) {
    conditions.push(either(unnamed, { ...UNNAMED, status: { notIn: await statuses.ended() } }));
  }
  if (late !== undefined) {
    const isLate = {
      status: { in: await statuses.underWay() },
      furthestStep: { notIn: ['ARRIVED', 'DELIVERED'] },
    };
    const isPast = { estimatedDelivery: { lt: new Date(new Date().toISOString().slice(0, 10)) } };
    conditions.push(
      late ? { ...isLate, ...isPast } : { OR: [{ estimatedDelivery: null }, { NOT: isPast }, { NOT: isLate }] },
    );
  }
  return { AND: conditions };
}

function whereListedIn(rows: { orderId: number }[], isWanted: boolean): Prisma.OrderWhereInput {
  const ids = rows.map(({ orderId }) => orderId);
  return { id: isWanted ? { in: ids } : { notIn: ids } };
}

/** A condition, or its opposite. Its columns may not be null: a comparison with null has no opposite in SQL. */
const either = (isWanted: boolean, condition: Prisma.OrderWhereInput): Prisma.OrderWhereInput =>
  isWanted ? condition : { NOT: condition };

function conditionsOf({ filters }: Pick<OrderListRequest, 'filters'>): Prisma.OrderWhereInput[] {
  const { id, reference, status, userId, mode, recipient, consignmentId, archived, withoutRecipient, withoutPhone } =
    filters;
  const conditions: Prisma.OrderWhereInput[] = [
    inDays('estimatedDelivery', filters.estimatedFrom, filters.estimatedTo),
    inDays('createdAt', filters.createdFrom, filters.createdTo),
  ];
  if (id !== undefined) conditions.push({ id });
  if (id === undefined || archived !== undefined) conditions.push({ archivedAt: archived ? { not: null } : null });
  if (reference !== undefined) conditions.push({ referenceKey: referenceKey(reference) });
  if (status !== undefined) conditions.push({ status: { in: status } });
  if (userId !== undefined) conditions.push({ userId });
  if (withoutRecipient !== undefined) conditions.push(either(withoutRecipient, { recipientName: null, userId: null }));
  if (withoutPhone !== undefined) conditions.push({ recipientPhone: withoutPhone ? null : { not: null } });
  if (consignmentId !== undefined) conditions.push({ consignments: { some: { consignmentId } } });
  if (mode !== undefined) conditions.push({ mode: mode === 'unknown' ? null : mode });
  if (filters.estimatedDelivery !== undefined) {
    conditions.push({ estimatedDelivery: new Date(filters.estimatedDelivery) });
  }
  if (recipient?.trim()) conditions.push({ OR: matchesSearch('recipientSearch', recipient) });
  return conditions;
}
