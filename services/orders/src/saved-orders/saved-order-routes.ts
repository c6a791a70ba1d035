import { PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  IsSavedSchema,
  SavedLinkSchema,
  SavedOrderSchema,
  SaveOrderSchema,
  UnsavedSchema,
} from '@fasocolis/contracts/orders';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { defineList, ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import { reportingUnknown } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { SavedOrderService } from './saved-order-service.ts';

const byOrder = z.object({ orderId: PathIdSchema });
const byUser = z.object({ userId: PathIdSchema });
const listSpec = defineList({ resource: 'saved-orders', sortable: ['savedAt'], filters: {} });
const refusals = { 400: ErrorSchema, 401: ErrorSchema };

const tags = ['saved-orders'];

interface Dependencies {
  savedOrders: SavedOrderService;
  presenter: OrderPresenter;
}

export const savedOrderRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, dependencies) => {
  await app.register(writeRoutes, dependencies);
  await app.register(readRoutes, dependencies);
};

const writeRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { savedOrders }) => {
  app.post(
    '/api/orders/save',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'saveOrder',
        summary: 'Ajouter une commande à ses favoris',
        tags,
        body: SaveOrderSchema,
        response: { 200: SavedLinkSchema, 201: SavedLinkSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { reference = '' } = request.body;
      const saved = savedOrders.save(callerOf(request), request.body);
      const { link, isNew } = await reportingUnknown(reply, reference, saved);
      const { id, orderId, userId } = link;
      const body = { id, orderId, userId, createdAt: link.createdAt.toISOString(), isSaved: true as const };
      return reply.code(isNew ? 201 : 200).send(body);
    },
  );

  app.delete(
    '/api/orders/saved/:orderId',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'unsaveOrder',
        summary: 'Retirer une commande de ses favoris',
        tags,
        params: byOrder,
        response: { 200: UnsavedSchema, ...refusals },
      },
    },
    async (request) => {
      await savedOrders.remove(callerOf(request).userId, request.params.orderId);
      return { message: 'Commande retirée des favoris', isSaved: false as const };
    },
  );
};

const readRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { savedOrders, presenter }) => {
  app.get(
    '/api/orders/saved/check/:orderId',
    {
      config: { access: 'user' },
      schema: {
        operationId: 'isOrderSaved',
        summary: 'Cette commande est-elle dans mes favoris ?',
        tags,
        params: byOrder,
        response: { 200: IsSavedSchema, ...refusals },
      },
    },
    async (request) => ({ isSaved: await savedOrders.isSaved(callerOf(request).userId, request.params.orderId) }),
  );

  app.get(
    '/api/orders/saved/:userId',
    {
      config: { access: 'owner-or-admin' },
      schema: {
        operationId: 'listSavedOrders',
        summary: "Les favoris d'un client, derniers ajoutés d'abord",
        tags,
        params: byUser,
        querystring: ListQuerySchema,
        response: { 200: z.array(SavedOrderSchema), ...refusals, 403: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { params, identity } = request;
      return sendPage(
        request,
        reply,
        listSpec,
        async (list) => {
          const { rows, total } = await savedOrders.list(params.userId, list);
          const orders = await presenter.presentAll(
            rows.map(({ order }) => order),
            identity,
          );
          return { rows: orders.map((order, index) => ({ order, link: rows[index] })), total };
        },
        ({ order, link }) => ({ ...order, savedAt: (link?.createdAt ?? new Date()).toISOString() }),
      );
    },
  );
};
