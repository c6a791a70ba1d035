import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { notificationFor } from '../audience/notification-row.ts';
import { notificationListSpec } from './notification-list.ts';
import { type NotificationService, sentListSpec } from './notification-service.ts';

export const notificationRoutes: FastifyPluginAsync<{ notifications: NotificationService }> = async (
  app,
  { notifications },
) => {
  handleList(
    app,
    notificationOperations.listNotifications,
    notificationListSpec,
    (list, request) => notifications.listOfUser(request.params.userId, list, request.id),
    (row, { identity }) => notificationFor(identity, row, row.isRead),
  );

  handle(app, notificationOperations.sendNotification, async (request) => {
    const notification = await notifications.send(request.body, actorOf(request));
    return notificationFor(request.identity, notification, false);
  });

  handleList(
    app,
    notificationOperations.listSentNotifications,
    sentListSpec,
    (list) => notifications.listSent(list),
    ({ _count, sentAt, ...row }) => ({
      ...row,
      sentAt: sentAt.toISOString(),
      reads: _count.receipts,
    }),
  );

  handle(app, notificationOperations.markNotificationRead, async (request) => {
    const notification = await notifications.markRead(request.params.id, callerOf(request).userId);
    return notificationFor(request.identity, notification, true);
  });

  handle(app, notificationOperations.markNotificationsRead, async (request) => {
    await notifications.markAllRead(callerOf(request).userId);
    return { message: 'Toutes vos notifications sont lues' };
  });
};
