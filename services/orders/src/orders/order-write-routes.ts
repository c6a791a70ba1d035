import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { ImportOrdersSchema, ImportOutcomesSchema } from '@fasocolis/contracts/order-import';
import {
  CreateOrderSchema,
  OrderSchema,
  UpdatedOrderSchema,
  UpdateOrderSchema,
  WithdrawOrderEventSchema,
} from '@fasocolis/contracts/orders';
import {
  PreviewTellingSchema,
  TellCustomersSchema,
  TellingOutcomesSchema,
  TellingPreviewSchema,
} from '@fasocolis/contracts/tell-customers';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { Edited, OrderEditor } from './order-editor.ts';
import { type OrderImport, presentOutcomes } from './order-import.ts';
import type { OrderService } from './order-service.ts';
import type { OrderTelling } from './order-telling.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };
const tags = ['orders'];

interface Dependencies {
  orders: OrderService;
  editor: OrderEditor;
  imports: OrderImport;
  telling: OrderTelling;
  presenter: OrderPresenter;
}

export const orderWriteRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, dependencies) => {
  await app.register(creationRoutes, dependencies);
  await app.register(changeRoutes, dependencies);
  await app.register(tellingRoutes, dependencies);
};

const creationRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, imports, presenter }) => {
  app.post(
    '/api/orders',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'createOrder',
        summary: 'Créer une référence',
        tags,
        body: CreateOrderSchema,
        response: { 201: OrderSchema, ...refusals, 409: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request, reply) => {
      const order = await orders.create(request.body, actorOf(request));
      return reply.code(201).send(await presenter.present(order, request.identity));
    },
  );

  app.post(
    '/api/orders/import',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'importOrders',
        summary: "Créer des références à partir d'un fichier, ou les vérifier seulement",
        tags,
        body: ImportOrdersSchema,
        response: { 200: ImportOutcomesSchema, ...refusals, 409: ErrorSchema, 413: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request) => presentOutcomes(await imports.run(request.body, actorOf(request)), presenter, request.identity),
  );
};

const changeRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { orders, editor, presenter }) => {
  const sendEdited = async (request: FastifyRequest, { order, eventId }: Edited) => ({
    ...(await presenter.present(order, request.identity)),
    eventId,
  });

  app.patch(
    '/api/orders/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'updateOrder',
        summary: 'Modifier une commande, changer son statut, l’archiver',
        tags,
        params: byId,
        body: UpdateOrderSchema,
        response: { 200: UpdatedOrderSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request) => sendEdited(request, await editor.update(request.params.id, request.body, actorOf(request))),
  );

  app.delete(
    '/api/orders/:id',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'deleteOrder',
        summary: 'Supprimer une commande créée par erreur',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      await orders.remove(request.params.id, actorOf(request));
      return { message: 'Commande supprimée' };
    },
  );

  app.post(
    '/api/orders/:id/events/:eventId/withdraw',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'withdrawOrderEvent',
        summary: 'Annuler un événement',
        tags,
        params: z.object({ id: PathIdSchema, eventId: PathIdSchema }),
        body: WithdrawOrderEventSchema,
        response: { 200: UpdatedOrderSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      const { id, eventId } = request.params;
      return sendEdited(request, await editor.withdraw(id, eventId, request.body.reason, actorOf(request)));
    },
  );
};

const tellingRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { telling }) => {
  app.post(
    '/api/orders/tell',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'tellCustomers',
        summary: 'Dire aux clients un statut, un texte ou une date, pour une commande ou plusieurs',
        tags,
        body: TellCustomersSchema,
        response: { 200: TellingOutcomesSchema, ...refusals, 413: ErrorSchema },
      },
    },
    async (request) => telling.tell(request.body, actorOf(request)),
  );

  app.post(
    '/api/orders/tell/preview',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'previewTelling',
        summary: 'Compter les commandes qui changeraient et les personnes qui seraient prévenues',
        tags,
        body: PreviewTellingSchema,
        response: { 200: TellingPreviewSchema, ...refusals, 413: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request) => telling.preview(request.body, actorOf(request)),
  );
};
