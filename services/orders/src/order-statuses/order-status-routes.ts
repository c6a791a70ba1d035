import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { CreateOrderStatusSchema, OrderStatusSchema, UpdateOrderStatusSchema } from '@fasocolis/contracts/orders';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type OrderStatusService, orderStatusListSpec } from './order-status-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

export const orderStatusRoutes: FastifyPluginAsyncZod<{ statuses: OrderStatusService }> = async (app, { statuses }) => {
  const tags = ['order-statuses'];
  const config = { access: 'admin' } as const;

  app.get(
    '/api/order-statuses',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listOrderStatuses',
        summary: 'Les définitions de statuts, actives et inactives',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(OrderStatusSchema), ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        orderStatusListSpec,
        (list) => statuses.list(list),
        (row) => row,
      ),
  );

  app.post(
    '/api/order-statuses',
    {
      config,
      schema: {
        operationId: 'createOrderStatus',
        summary: 'Définir un statut',
        tags,
        body: CreateOrderStatusSchema,
        response: { 201: OrderStatusSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request, reply) => reply.code(201).send(await statuses.create(request.body, actorOf(request))),
  );

  app.patch(
    '/api/order-statuses/:id',
    {
      config,
      schema: {
        operationId: 'updateOrderStatus',
        summary: 'Modifier un statut',
        tags,
        params: byId,
        body: UpdateOrderStatusSchema,
        response: { 200: OrderStatusSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => statuses.update(request.params.id, request.body, actorOf(request)),
  );

  app.delete(
    '/api/order-statuses/:id',
    {
      config,
      schema: {
        operationId: 'deleteOrderStatus',
        summary: 'Supprimer un statut; les commandes gardent le leur',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      await statuses.remove(request.params.id, actorOf(request));
      return { message: 'Statut de commande supprimé' };
    },
  );
};
