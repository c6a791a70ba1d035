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

const orderMessageListSpec = defineList({
  resource: 'order-messages',
  sortable: ['id'],
  filters: { id: IdsFilterSchema, orderId: IdFilterSchema },
});

/** What customers were told about orders, and what became of the emails. */
export const orderMessageRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  app.get(
    '/api/order-messages',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listOrderMessages',
        summary: 'Ce que les clients ont appris d’une commande, et par quel chemin',
        tags: ['notifications'],
        querystring: ListQuerySchema,
        response: { 200: OrderMessagesSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, orderMessageListSpec, (list) => messagesOf(database, list), presentMessage),
  );
};

function messagesOf(database: Database, list: ListRequestOf<typeof orderMessageListSpec>) {
  const { id, orderId } = list.filters;
  const where = { ...(id !== undefined && { id: { in: id } }), orderId: orderId ?? { not: null } };
  return findPage(
    list,
    ['id', 'desc'],
    (page) => database.notification.findMany({ where, include: { receipts: true, emails: true }, ...page }),
    () => database.notification.count({ where }),
  );
}

type MessageRow = Awaited<ReturnType<typeof messagesOf>>['rows'][number];

function presentMessage({
  id,
  orderId,
  targetUserId,
  title,
  body,
  sentAt,
  receipts,
  emails,
}: MessageRow): OrderMessage {
  const [email] = emails;
  const receipt = receipts.find(({ userId }) => userId === targetUserId);
  return {
    id,
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
