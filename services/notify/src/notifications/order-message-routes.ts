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
      const find = (list: ListRequestOf<typeof orderMessageListSpec>) => {
        const where = whereListed(list.filters);
        return findPage(
          list,
          ['id', 'desc'],
          (page) => database.notification.findMany({ where, include: WITH_OUTCOME, ...page }),
          () => database.notification.count({ where }),
        );
      };
      return sendPage(request, reply, orderMessageListSpec, find, presentOrderMessage);
    },
  );
};

const WITH_OUTCOME = { receipts: true, emails: true } satisfies Prisma.NotificationInclude;

type Row = Prisma.NotificationGetPayload<{ include: typeof WITH_OUTCOME }>;

const whereListed = ({ id, orderId }: ListRequestOf<typeof orderMessageListSpec>['filters']) => ({
  orderId: orderId ?? { not: null },
  targetUserId: { not: null },
  ...(id !== undefined && { id: { in: id } }),
});

function presentOrderMessage({ id, orderId, targetUserId, title, body, sentAt, receipts, emails }: Row): OrderMessage {
  const email = emails.find(({ userId }) => userId === targetUserId);
  const receipt = receipts.find(({ userId }) => userId === targetUserId);
  return {
    id,
    // Never null: see `whereListed`.
    orderId: orderId ?? 0,
    userId: targetUserId ?? 0,
    title,
    body,
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
