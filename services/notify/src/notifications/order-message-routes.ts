import type { DropReason } from '@fasocolis/contracts/deliveries';
import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import {
  defineList,
  findPage,
  handleList,
  IdFilterSchema,
  IdsFilterSchema,
  type ListRequestOf,
} from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsync } from 'fastify';
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

export const orderMessageRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  handleList(app, notificationOperations.listOrderMessages, orderMessageListSpec, async (list) => {
    const selected = { where: whereListed(list.filters), include: WITH_OUTCOME };
    const { rows, total } = await findPage(list, ['id', 'desc'], database.notification, selected);
    return { rows: rows.map((row) => presentOrderMessage(row, list.filters.orderId)), total };
  });
};

const WITH_OUTCOME = {
  receipts: true,
  deliveries: { where: { channel: 'email' } },
  orders: { orderBy: { orderId: 'asc' } },
} satisfies Prisma.NotificationInclude;

type Row = Prisma.NotificationGetPayload<{ include: typeof WITH_OUTCOME }>;

const whereListed = ({ orderId, ...equal }: ListRequestOf<typeof orderMessageListSpec>['filters']) => ({
  ...(orderId === undefined ? { cause: { not: null } } : { orders: { some: { orderId } } }),
  ...equal,
});

function presentOrderMessage(row: Row, requestedId: number | undefined): OrderMessage {
  const { id, targetUserId, title, sentAt, receipts, deliveries, orders } = row;
  const email = deliveries.find(({ userId }) => userId === targetUserId);
  const receipt = receipts.find(({ userId }) => userId === targetUserId);
  return {
    id,
    // It is never null: see `whereListed`.
    orderId: requestedId ?? orders[0]?.orderId ?? 0,
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
          dropReason: email.dropReason as DropReason | null,
        }
      : null,
  };
}
