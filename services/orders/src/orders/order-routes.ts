import { PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { ImportOrdersSchema, ImportOutcomesSchema } from '@fasocolis/contracts/order-import';
import {
  CreateOrderSchema,
  type OrderEvent,
  OrderEventsSchema,
  OrderSchema,
  UpdateOrderSchema,
} from '@fasocolis/contracts/orders';
import { revalidateAnonymous, shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { presentEvent, presentOrder } from '../shared/order-presenter.ts';
import { type OrderImport, presentOutcome } from './order-import.ts';
import { type EventListRequest, eventListSpec, type OrderListRequest, orderListSpec } from './order-list.ts';
import type { OrderService } from './order-service.ts';

const byReference = z.object({ reference: z.string() });
const byId = z.object({ id: PathIdSchema });
const byUser = z.object({ userId: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };
const tags = ['orders'];

export const orderRoutes: FastifyPluginAsyncZod<{ orders: OrderService; imports: OrderImport }> = async (
  app,
  { orders, imports },
) => {
  await app.register(lookupRoutes, { orders });
  await app.register(listRoutes, { orders });
  await app.register(writeRoutes, { orders, imports });
};

const lookupRoutes: FastifyPluginAsyncZod<{ orders: OrderService }> = async (app, { orders }) => {
  const sendEvents = (
    request: FastifyRequest<{ Querystring: z.infer<typeof ListQuerySchema> }>,
    reply: FastifyReply,
    reference: string,
  ): Promise<OrderEvent[]> => {
    const find = async (list: EventListRequest) => {
      const { id } = await orders.findByReference(reference);
      shareWithAnonymous(request, reply);
      return orders.listEvents(id, list);
    };
    return sendPage(request, reply, eventListSpec, find, presentEvent);
  };

  app.get(
    '/api/orders/:reference',
    {
      config: { access: 'public' },
      onSend: revalidateAnonymous,
      schema: {
        operationId: 'findOrder',
        summary: 'Suivre un colis par sa référence',
        tags,
        params: byReference,
        response: { 200: OrderSchema, 404: ErrorSchema },
      },
    },
    async (request, reply) => {
      const order = await orders.findByReference(request.params.reference);
      shareWithAnonymous(request, reply);
      return presentOrder(order, request.identity);
    },
  );

  app.get(
    '/api/orders/:reference/events',
    {
      config: { access: 'public' },
      onSend: revalidateAnonymous,
      schema: {
        operationId: 'listOrderEvents',
        summary: "Historique d'un colis, du plus ancien au plus récent",
        tags,
        params: byReference,
        querystring: ListQuerySchema,
        response: { 200: OrderEventsSchema, 400: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request, reply) => sendEvents(request, reply, request.params.reference),
  );

  // Static segments win over parameters: without these, a parcel called "saved" or "user" would have no history.
  for (const reference of ['saved', 'user']) {
    app.get(
      `/api/orders/${reference}/events`,
      {
        config: { access: 'public' },
        onSend: revalidateAnonymous,
        schema: {
          hide: true,
          querystring: ListQuerySchema,
          response: { 200: OrderEventsSchema, 400: ErrorSchema, 404: ErrorSchema },
        },
      },
      async (request, reply) => sendEvents(request, reply, reference),
    );
  }
};

const listRoutes: FastifyPluginAsyncZod<{ orders: OrderService }> = async (app, { orders }) => {
  app.get(
    '/api/orders',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listOrders',
        summary: 'Toutes les commandes, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(OrderSchema), ...refusals },
      },
    },
    async (request, reply) => {
      const { identity } = request;
      return sendPage(
        request,
        reply,
        orderListSpec,
        (list) => orders.list(list),
        (row) => presentOrder(row, identity),
      );
    },
  );

  app.get(
    '/api/orders/user/:userId',
    {
      config: { access: 'owner-or-admin' },
      schema: {
        operationId: 'listOrdersOfUser',
        summary: "Les commandes d'un client",
        tags,
        params: byUser,
        querystring: ListQuerySchema,
        response: { 200: z.array(OrderSchema), ...refusals },
      },
    },
    async (request, reply) => {
      const { params, identity } = request;
      const find = (list: OrderListRequest) => orders.listOfUser(params.userId, list);
      return sendPage(request, reply, orderListSpec, find, (row) => presentOrder(row, identity));
    },
  );
};

const writeRoutes: FastifyPluginAsyncZod<{ orders: OrderService; imports: OrderImport }> = async (
  app,
  { orders, imports },
) => {
  app.post(
    '/api/orders',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createOrder',
        summary: 'Créer une référence',
        tags,
        body: CreateOrderSchema,
        response: { 201: OrderSchema, ...refusals, 409: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request, reply) => {
      const order = await orders.create(request.body, request.id);
      return reply.code(201).send(presentOrder(order, request.identity));
    },
  );

  app.post(
    '/api/orders/import',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'importOrders',
        summary: "Créer des références à partir d'un fichier, ou les vérifier seulement",
        tags,
        body: ImportOrdersSchema,
        response: { 200: ImportOutcomesSchema, ...refusals, 413: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request) => {
      const outcomes = await imports.run(request.body, request.id);
      return outcomes.map((outcome) => presentOutcome(outcome, request.identity));
    },
  );

  app.patch(
    '/api/orders/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateOrder',
        summary: "Changer le statut d'une commande",
        tags,
        params: byId,
        body: UpdateOrderSchema,
        response: { 200: OrderSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => presentOrder(await orders.update(request.params.id, request.body, request.id), request.identity),
  );
};
