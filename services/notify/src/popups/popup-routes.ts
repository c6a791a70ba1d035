import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { notificationOperations } from '@fasocolis/contracts/operations/notifications';
import {
  CreatePopupSchema,
  type Popup,
  PopupSchema,
  PopupSeenSchema,
  PopupsSchema,
  UpdatePopupSchema,
} from '@fasocolis/contracts/popups';
import { registerImages } from '@fasocolis/image-kit/image-routes';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { PopupImages } from './popup-images.ts';
import { type PopupRow, presentPopup } from './popup-presenter.ts';
import { type PopupService, popupListSpec } from './popup-service.ts';

/** An image of two megabytes in base64, and the texts. */
const BODY_LIMIT = 5 * 1024 * 1024;

const byId = z.object({ id: PathIdSchema });
const byPopup = z.object({ popupId: PathIdSchema });
const byUser = z.object({ userId: PathIdSchema });
const unseenListSpec = defineList({ resource: popupListSpec.resource, sortable: ['id'], filters: {} });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const tags = ['popup-notifications'];

interface Dependencies {
  popups: PopupService;
  present: (row: PopupRow) => Popup;
}

export const popupRoutes: FastifyPluginAsyncZod<{ popups: PopupService; images: PopupImages }> = async (
  app,
  { popups, images },
) => {
  const present = (row: PopupRow) => presentPopup(row, images);
  registerImages(app, notificationOperations.getPopupImage, (hash, width) => images.load(hash, width));
  await app.register(customerRoutes, { popups, present });
  await app.register(adminRoutes, { popups, present });
};

const customerRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { popups, present }) => {
  app.get(
    '/api/popup-notifications/unseen/user/:userId',
    {
      config: { access: 'owner-or-admin' },
      schema: {
        operationId: 'listUnseenPopups',
        summary: "Les popups à montrer aujourd'hui à une personne, le plus ancien d'abord",
        tags,
        params: byUser,
        querystring: ListQuerySchema,
        response: { 200: PopupsSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { userId } = request.params;
      return sendPage(request, reply, unseenListSpec, (list) => popups.listUnseen(userId, list), present);
    },
  );

  app.post(
    '/api/popup-notifications/:popupId/seen',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'markPopupSeen',
        summary: 'Noter que ce popup a été vu',
        tags,
        params: byPopup,
        body: PopupSeenSchema,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { userId = caller.userId } = request.body;
      if (userId !== caller.userId && !caller.isAdmin) throw new AppError('forbidden');
      await popups.markSeen(request.params.popupId, userId);
      return { message: 'Notification popup marquée comme vue' };
    },
  );
};

const adminRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { popups, present }) => {
  const config = { access: 'admin' } as const;

  app.get(
    '/api/popup-notifications',
    {
      config,
      schema: {
        operationId: 'listPopups',
        summary: 'Tous les popups, actifs et inactifs',
        tags,
        querystring: ListQuerySchema,
        response: { 200: PopupsSchema, ...refusals },
      },
    },
    async (request, reply) => sendPage(request, reply, popupListSpec, (list) => popups.list(list), present),
  );

  app.post(
    '/api/popup-notifications',
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'createPopup',
        summary: 'Créer un popup; ce qui manque prend sa valeur par défaut',
        tags,
        body: CreatePopupSchema,
        response: { 201: PopupSchema, ...refusals },
      },
    },
    async (request, reply) => reply.code(201).send(present(await popups.create(request.body))),
  );

  app.patch(
    '/api/popup-notifications/:id',
    {
      config,
      bodyLimit: BODY_LIMIT,
      schema: {
        operationId: 'updatePopup',
        summary: 'Modifier un popup; ce qui manque reste comme il est',
        tags,
        params: byId,
        body: UpdatePopupSchema,
        response: { 200: PopupSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => present(await popups.update(request.params.id, request.body)),
  );

  app.delete(
    '/api/popup-notifications/:id',
    {
      config,
      schema: {
        operationId: 'deletePopup',
        summary: "Supprimer un popup, et la mémoire de qui l'a vu",
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      await popups.remove(request.params.id);
      return { message: 'Notification popup supprimée' };
    },
  );
};
