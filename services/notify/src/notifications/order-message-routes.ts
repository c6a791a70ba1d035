import { ErrorSchema } from '@fasocolis/contracts/errors';
import { type OrderMessage, OrderMessagesSchema } from '@fasocolis/contracts/order-messages';
import {
  defineList,
  findPage,
  IdFilterSchema,
  IdsFilterSchema,
  ListQuerySchema,
  type ListRequestOf,
  sendPage,
} from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCodes } from '../audience/message-text.ts';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';

const orderMessageListSpec = defineList({
  resource: 'order-messages',
  sortable: ['id'],
  filters: {
    id: IdsFilterSchema,
    orderId: IdFilterSchema,
  },
});

/** Serves to staff whom the product told what about orders, and how far it came. */
export const orderMessageRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/order-messages',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listOrderMessages',
        summary: 'Les messages envoyés au sujet des commandes, le plus récent d’abord',
        tags: ['notifications'],
        querystring: ListQuerySchema,
        response: { 200: OrderMessagesSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request, reply) => {
      const find = async (list: ListRequestOf<typeof orderMessageListSpec>) => {
        const where = whereListed(list.filters);
        const { rows, total } = await findPage(
          list,
          ['id', 'desc'],
          (page) => database.notification.findMany({ where, include: WITH_OUTCOME, ...page }),
          () => database.notification.count({ where }),
        );
        return { rows: rows.map((row) => presentOrderMessage(row, list.filters.orderId)), total };
      };
      return sendPage(request, reply, orderMessageListSpec, find, (message) => message);
    },
  );
};

const WITH_OUTCOME = {
  receipts: true,
  deliveries: { where: { channel: 'email' } },
  orders: { orderBy: { orderId: 'asc' } },
} satisfies Prisma.NotificationInclude;

type Row = Prisma.NotificationGetPayload<{ include: typeof WITH_OUTCOME }>;

const whereListed = ({ id, orderId }: ListRequestOf<typeof orderMessageListSpec>['filters']) => ({
  ...(orderId === undefined ? { cause: { not: null } } : { orders: { some: { orderId } } }),
  ...(id !== undefined && { id: { in: id } }),
});

/** Without pick-up codes. @param askedFor the order whose messages are listed */
function presentOrderMessage(row: Row, askedFor: number | undefined): OrderMessage {
  const { id, targetUserId, title, sentAt, receipts, deliveries, orders } = row;
  const email = deliveries.find(({ userId }) => userId === targetUserId);
  const receipt = receipts.find(({ userId }) => userId === targetUserId);
  return {
    id,
    // Never null: see `whereListed`.
    orderId: askedFor ?? orders[0]?.orderId ?? 0,
    userId: targetUserId ?? 0,
    title,
    body: withoutCodes(row.body),
    sentAt: sentAt.toISOString(),
    readAt: receipt?.readAt.toISOString() ?? null,
    email: email
      ? {
          state: email.state.toLowerCase() as Lowercase<typeof email.state>,
          recipient: email.recipient,
          sentAt: email.sentAt?.toISOString() ?? null,
        }
      : null,
  };
}
