import { deliveryDate } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reference';
import { escapeLike, oncePerTurn } from '@fasocolis/service-kit/data/database';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
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

/** Reads pages of orders, newest first by default; only those of one customer when given an owner. */
export function orderPages(database: Database) {
  const statusCounts = oncePerTurn(() => database.orderStatusCount.findMany());

  /** The number of orders, of all or of one status, from the table of counts (docs/decisions/0004). */
  async function countByStatus(status?: string): Promise<number> {
    const counts = (await statusCounts()).filter((row) => status === undefined || row.status === status);
    return counts.reduce((sum, { count }) => sum + Number(count), 0);
  }

  return (list: OrderListRequest, ownerId?: number): Promise<Page<Order>> => {
    const { status, ...otherFilters } = list.filters;
    const onlyByStatus = ownerId === undefined && list.search === null && Object.keys(otherFilters).length === 0;
    const where = { AND: [...conditionsOf(list), ownerId === undefined ? {} : { userId: ownerId }] };
    return findPage(
      list,
      ['createdAt', 'desc'],
      (page) => database.order.findMany({ where, ...page }),
      () => (onlyByStatus ? countByStatus(status) : database.order.count({ where })),
    );
  };
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
