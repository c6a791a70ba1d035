import { deliveryDate } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reference';
import { escapeLike } from '@fasocolis/service-kit/database';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Order, Prisma } from '../generated/prisma/client.ts';

/** What the back office may ask of the list of orders. */
export const orderListSpec = defineList({
  resource: 'orders',
  sortable: ['id', 'reference', 'status', 'estimatedDelivery', 'latestUpdateTime', 'createdAt', 'updatedAt', 'userId'],
  filters: {
    id: IdsFilterSchema,
    reference: z.string(),
    status: z.string(),
    userId: IdFilterSchema,
    estimatedDelivery: deliveryDate(),
  },
});

export type OrderListRequest = ListRequestOf<typeof orderListSpec>;

/** How the history of an order can be sorted and filtered. */
export const eventListSpec = defineList({ resource: 'order-events', sortable: ['id', 'occurredAt'], filters: {} });
export type EventListRequest = ListRequestOf<typeof eventListSpec>;

/** One page of orders, newest first unless asked otherwise; only those of one customer when given an owner. */
export function listOrders(database: Database, list: OrderListRequest, ownerId?: number): Promise<Page<Order>> {
  const conditions = conditionsOf(list);
  if (ownerId !== undefined) conditions.push({ userId: ownerId });
  const where = { AND: conditions };
  return findPage(
    list,
    ['createdAt', 'desc'],
    (page) => database.order.findMany({ where, ...page }),
    () => (ownerId === undefined && countByStatus(database, list)) || database.order.count({ where }),
  );
}

/** The length of the whole list or of one status, from the table of counts (docs/decisions/0004); undefined of others. */
function countByStatus(database: Database, { search, filters }: OrderListRequest): Promise<number> | undefined {
  const { status, ...others } = filters;
  if (search !== null || Object.keys(others).length > 0) return undefined;
  const where = status === undefined ? {} : { status };
  return database.orderStatusCount
    .aggregate({ where, _sum: { count: true } })
    .then(({ _sum }) => Number(_sum.count ?? 0));
}

function conditionsOf({ search, filters }: OrderListRequest): Prisma.OrderWhereInput[] {
  const { id, reference, estimatedDelivery, ...equal } = filters;
  const conditions: Prisma.OrderWhereInput[] = [equal];
  if (id !== undefined) conditions.push({ id: { in: id } });
  if (reference !== undefined) conditions.push({ referenceKey: referenceKey(reference) });
  if (estimatedDelivery !== undefined) conditions.push({ estimatedDelivery: new Date(estimatedDelivery) });
  const part = search && referenceKey(search);
  if (part) conditions.push({ referenceKey: { contains: escapeLike(part) } });
  return conditions;
}
