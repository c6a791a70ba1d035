import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { AddMembersSchema, MemberOutcomesSchema } from '@fasocolis/contracts/consignments';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { WORKBOOK_TYPE } from '@fasocolis/contracts/operations/operation';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { OrderPresenter } from '../shared/order-presenter.ts';
import type { Manifest } from './manifest.ts';
import type { MemberResult, Members } from './members.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema };
const tags = ['consignments'];
const access = 'staff';

interface Dependencies {
  members: Members;
  manifest: Manifest;
  presenter: OrderPresenter;
}

export const memberRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { members, manifest, presenter }) => {
  app.post(
    '/api/consignments/:id/orders',
    {
      config: { access },
      schema: {
        operationId: 'addOrdersToConsignment',
        summary: 'Ajouter des colis à une expédition, ou les vérifier seulement',
        tags,
        params: byId,
        body: AddMembersSchema,
        response: { 200: MemberOutcomesSchema, ...refusals, 409: ErrorSchema, 413: ErrorSchema },
      },
    },
    async (request) => {
      const results = await members.add(request.params.id, request.body, actorOf(request));
      return presentResults(results, presenter, request.identity);
    },
  );

  app.delete(
    '/api/consignments/:id/orders/:orderId',
    {
      config: { access },
      schema: {
        operationId: 'removeOrderFromConsignment',
        summary: "Retirer un colis d'une expédition",
        tags,
        params: z.object({ id: PathIdSchema, orderId: PathIdSchema }),
        response: { 200: MessageSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request) => {
      await members.remove(request.params.id, request.params.orderId, actorOf(request));
      return { message: "Colis retiré de l'expédition" };
    },
  );

  app.get(
    '/api/consignments/:id/export/excel',
    {
      config: { access, audit: 'export' },
      exposeHeadRoute: false,
      schema: {
        operationId: 'exportConsignment',
        summary: "Le manifeste d'une expédition, en classeur Excel",
        tags,
        params: byId,
        produces: [WORKBOOK_TYPE],
        response: { 200: z.unknown(), ...refusals, 429: ErrorSchema, 503: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { fileName, workbook } = await manifest.export(request.params.id);
      reply.header('content-disposition', `attachment; filename="${fileName}"`).type(WORKBOOK_TYPE);
      return reply.send(workbook);
    },
  );
};

async function presentResults(results: MemberResult[], presenter: OrderPresenter, viewer: Identity) {
  const orders = await presenter.presentAll(
    results.flatMap(({ order }) => order ?? []),
    viewer,
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  return results.map(({ order, ...result }) => ({ ...result, ...(order && { order: byId.get(order.id) }) }));
}
