import { PathIdSchema, PathTextSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { WORKBOOK_TYPE } from '@fasocolis/contracts/operations/operation';
import {
  type OrderEvent,
  OrderEventsSchema,
  OrderMatchesSchema,
  OrderSchema,
  SilentOrdersSchema,
  TransitTimesSchema,
} from '@fasocolis/contracts/orders';
import { FoundOrdersSchema, OrdersByReferenceSchema } from '@fasocolis/contracts/push';
import { isStaff } from '@fasocolis/service-kit/auth/identity';
import { revalidate, revalidateAnonymous, shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import { ListQuerySchema, parseListQuery, sendPage } from '@fasocolis/service-kit/http/lists';
import { reportUnknownReferences } from '@fasocolis/service-kit/http/unknown-references';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { TransitTimes } from '../shared/transit-times.ts';
import { EXPORT_FILE_NAME } from './order-export.ts';
import {
  allEventsSpec,
  type EventListRequest,
  eventListSpec,
  type OrderListRequest,
  orderListSpec,
} from './order-list.ts';
import type { OrderService } from './order-service.ts';

/** A reference, or a text with one. */
const byReference = z.object({ reference: PathTextSchema });
const byUser = z.object({ userId: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };
const tags = ['orders'];

/** The number of orders in the daily email. */
const SILENT_LISTED = 50;

interface Dependencies {
  orders: OrderService;
  presenter: OrderPresenter;
}

export const orderRoutes: FastifyPluginAsyncZod<Dependencies & { transitTimes: TransitTimes }> = async (
  app,
  { transitTimes, ...dependencies },
) => {
  await app.register(lookupRoutes, dependencies);
  await app.register(matchRoutes, dependencies);
  await app.register(listRoutes, dependencies);
  await app.register(staffRoutes, dependencies);
  await app.register(internalRoutes, dependencies);

  app.get(
    '/api/transit-times',
    {
      config: { access: 'public' },
      onSend: revalidate,
      schema: {
        operationId: 'listTransitTimes',
        summary: 'Nos délais des 90 derniers jours',
        tags,
        response: { 200: TransitTimesSchema },
      },
    },
    async (request, reply) => {
      shareWithAnonymous(request, reply);
      return transitTimes.all();
    },
  );
};

const reporting = (reply: FastifyReply) => (unknown: string[]) => reportUnknownReferences(reply, unknown);

const lookupRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, presenter }) => {
  const sendEvents = (
    request: FastifyRequest<{ Querystring: z.infer<typeof ListQuerySchema> }>,
    reply: FastifyReply,
    reference: string,
  ): Promise<OrderEvent[]> => {
    const mayOpenArchived = isStaff(request.identity);
    const find = async (list: EventListRequest) => {
      const { id } = await orders.findByReference(reference, mayOpenArchived, reporting(reply));
      shareWithAnonymous(request, reply);
      const { rows, total } = await orders.listEvents(id, list);
      return { rows: await presenter.presentEvents(rows), total };
    };
    return sendPage(request, reply, eventListSpec, find, (event) => event);
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
        response: { 200: OrderSchema, 404: ErrorSchema, 410: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { reference } = request.params;
      const order = await orders.findByReference(reference, isStaff(request.identity), reporting(reply));
      shareWithAnonymous(request, reply);
      return presenter.present(order, request.identity);
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
        response: { 200: OrderEventsSchema, 400: ErrorSchema, 404: ErrorSchema, 410: ErrorSchema },
      },
    },
    async (request, reply) => sendEvents(request, reply, request.params.reference),
  );

  // The router prefers static segments to parameters: without these, an order with the reference "saved" or "user"
  // would have no history.
  for (const reference of ['saved', 'user']) {
    app.get(
      `/api/orders/${reference}/events`,
      {
        config: { access: 'public' },
        onSend: revalidateAnonymous,
        schema: {
          hide: true,
          querystring: ListQuerySchema,
          response: { 200: OrderEventsSchema, 400: ErrorSchema, 404: ErrorSchema, 410: ErrorSchema },
        },
      },
      async (request, reply) => sendEvents(request, reply, reference),
    );
  }
};

const matchRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, presenter }) => {
  app.get(
    '/api/orders/:reference/matches',
    {
      config: { access: 'public' },
      onSend: revalidateAnonymous,
      schema: {
        operationId: 'matchOrders',
        summary: 'Les colis qu’un texte nomme, ou la référence qui lui ressemble',
        tags,
        params: byReference,
        response: { 200: OrderMatchesSchema },
      },
    },
    async (request, reply) => {
      const { orders: found, unknown, suggestion } = await orders.matches(request.params.reference);
      reportUnknownReferences(reply, unknown);
      shareWithAnonymous(request, reply);
      return { orders: await presenter.presentAll(found, request.identity), suggestion };
    },
  );
};

const listRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, presenter }) => {
  const sendOrders = (
    request: FastifyRequest<{ Querystring: z.infer<typeof ListQuerySchema> }>,
    reply: FastifyReply,
    read: (list: OrderListRequest) => ReturnType<OrderService['list']>,
  ) =>
    sendPage(
      request,
      reply,
      orderListSpec,
      async (list) => {
        const { rows, total } = await read(list);
        return { rows: await presenter.presentAll(rows, request.identity), total };
      },
      (order) => order,
    );

  app.get(
    '/api/orders',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listOrders',
        summary: 'Toutes les commandes, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(OrderSchema), ...refusals },
      },
    },
    async (request, reply) => sendOrders(request, reply, (list) => orders.list(list)),
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
    async (request, reply) => sendOrders(request, reply, (list) => orders.listOfUser(request.params.userId, list)),
  );
};

const staffRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, presenter }) => {
  app.get(
    '/api/order-events',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listAllOrderEvents',
        summary: 'Les événements d’une commande, annulés compris, avec leurs auteurs',
        tags,
        querystring: ListQuerySchema,
        response: { 200: OrderEventsSchema, ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        allEventsSpec,
        async (list) => {
          const { rows, total } = await orders.listAllEvents(list);
          return { rows: await presenter.presentEvents(rows, { withAuthors: true }), total };
        },
        (event) => event,
      ),
  );

  app.get(
    '/api/orders/export/excel',
    {
      config: { access: 'staff', audit: 'export' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportOrders',
        summary: 'Les commandes que le filtre trouve, en classeur Excel',
        tags,
        querystring: ListQuerySchema,
        produces: [WORKBOOK_TYPE],
        response: { 200: z.unknown(), ...refusals, 429: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request, reply) => {
      const workbook = await orders.export(parseListQuery(request.query, orderListSpec));
      reply.header('content-disposition', `attachment; filename="${EXPORT_FILE_NAME}"`).type(WORKBOOK_TYPE);
      return reply.send(workbook);
    },
  );
};

/** For other services. */
const internalRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, presenter }) => {
  app.get(
    '/internal/orders/silent',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: { response: { 200: SilentOrdersSchema, 403: ErrorSchema } },
    },
    async (request) => {
      const { total, orders: rows } = await orders.listSilent(SILENT_LISTED);
      const presented = await presenter.presentAll(rows, request.identity);
      return {
        total,
        orders: presented.map(({ reference, statusLabel }, index) => ({
          reference,
          statusLabel,
          lastEventAt: (rows[index]?.lastEventAt ?? new Date()).toISOString(),
        })),
      };
    },
  );

  app.post(
    '/internal/orders/by-reference',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: {
        body: OrdersByReferenceSchema,
        response: { 200: FoundOrdersSchema, 400: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request) => orders.findAllByReference(request.body.references),
  );
};
