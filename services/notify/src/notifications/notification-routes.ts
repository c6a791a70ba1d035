import { PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { NotificationSchema, NotificationsSchema, SendNotificationSchema } from '@fasocolis/contracts/notifications';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { notificationFor } from '../audience/notification-row.ts';
import { type NotificationListRequest, notificationListSpec } from './notification-list.ts';
import type { NotificationService } from './notification-service.ts';

const byId = z.object({ id: PathIdSchema });
const byUser = z.object({ userId: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

export const notificationRoutes: FastifyPluginAsyncZod<{ notifications: NotificationService }> = async (
  app,
  { notifications },
) => {
  const tags = ['notifications'];

  app.get(
    '/api/notifications/user/:userId',
    {
      config: { access: 'owner-or-admin' },
      schema: {
        operationId: 'listNotifications',
        summary: "Les notifications d'une personne, celles pour tous comprises, la plus récente d'abord",
        tags,
        params: byUser,
        querystring: ListQuerySchema,
        response: { 200: NotificationsSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const find = (list: NotificationListRequest) => notifications.listOfUser(request.params.userId, list);
      return sendPage(request, reply, notificationListSpec, find, (row) =>
        notificationFor(request.identity, row, row.isRead),
      );
    },
  );

  app.post(
    '/api/notifications',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'sendNotification',
        summary: 'Envoyer une notification à tous ou à une personne',
        tags,
        body: SendNotificationSchema,
        response: { 201: NotificationSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request, reply) => {
      const notification = await notifications.send(request.body, request.id);
      return reply.code(201).send(notificationFor(request.identity, notification, false));
    },
  );

  app.patch(
    '/api/notifications/:id/read',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'markNotificationRead',
        summary: 'Marquer une notification comme lue, pour soi',
        tags,
        params: byId,
        response: { 200: NotificationSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      const notification = await notifications.markRead(request.params.id, callerOf(request).userId);
      return notificationFor(request.identity, notification, true);
    },
  );
};
