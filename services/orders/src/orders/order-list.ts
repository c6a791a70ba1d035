import { deliveryDate } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reference';
import { escapeLike, type Statement } from '@fasocolis/service-kit/database';
import { defineList, IdFilterSchema, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/lists';
import { Conditions, pageStatement } from '@fasocolis/service-kit/page-statement';
import * as z from 'zod/mini';

const filters = {
  id: IdsFilterSchema,
  reference: z.string(),
  status: z.string(),
  userId: IdFilterSchema,
  estimatedDelivery: deliveryDate(),
};

/** The columns as Prisma would read them; a day is the instant at which it begins in UTC. */
export const ORDER_FIELDS = `
  id, reference, reference_key AS "referenceKey", status,
  estimated_delivery::timestamp AT TIME ZONE 'UTC' AS "estimatedDelivery",
  latest_update AS "latestUpdate", latest_update_time AS "latestUpdateTime", user_id AS "userId",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const COLUMNS = {
  id: 'id',
  reference: 'reference',
  status: 'status',
  estimatedDelivery: 'estimated_delivery',
  latestUpdateTime: 'latest_update_time',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  userId: 'user_id',
} as const;
const sortable = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** What the back office may ask of the list of orders. */
export const orderListSpec = defineList({ resource: 'orders', sortable, filters });

/** How the history of an order can be sorted and filtered. */
export const eventListSpec = defineList({ resource: 'order-events', sortable: ['id', 'occurredAt'], filters: {} });
export type EventListRequest = ListRequestOf<typeof eventListSpec>;

export type OrderListRequest = ListRequestOf<typeof orderListSpec>;

const ORDERS = { table: 'orders', fields: ORDER_FIELDS, columns: COLUMNS, newest: 'createdAt' } as const;

/** One page of orders, newest first unless asked otherwise; of one customer alone when told whose. */
export function orderPage(request: OrderListRequest, ownerId?: number): Statement {
  const { search, filters: asked } = request;
  const { id, reference, status, userId, estimatedDelivery } = asked;
  const conditions = new Conditions(request);
  if (ownerId !== undefined) conditions.add('owner', ownerId, (owner) => `user_id = ${owner}::bigint`);
  if (id !== undefined) conditions.add('id', id, (ids) => `id = ANY(${ids}::int[])`);
  if (reference !== undefined) conditions.add('key', referenceKey(reference), (key) => `reference_key = ${key}`);
  if (userId !== undefined) conditions.add('user', userId, (user) => `user_id = ${user}`);
  if (estimatedDelivery !== undefined) {
    conditions.add('day', estimatedDelivery, (day) => `estimated_delivery = ${day}::date`);
  }
  const part = search && referenceKey(search);
  if (part) conditions.add('search', `%${escapeLike(part)}%`, (pattern) => `reference_key LIKE ${pattern}`);
  // The table of counts knows them by status, and no more: a million rows take too long to count.
  const isCounted = conditions.kinds.length === 0;
  if (status !== undefined) conditions.add('status', status, (code) => `status = ${code}`);
  const counted = `SELECT coalesce(sum(count), 0) FROM order_status_counts${conditions.where}`;
  return pageStatement(ORDERS, request, conditions, isCounted ? counted : undefined);
}
