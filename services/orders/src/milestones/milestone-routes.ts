import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  MilestoneSchema,
  MilestonesSchema,
  RecordMilestoneSchema,
  SkippedOrdersSchema,
} from '@fasocolis/contracts/milestones';
import { WithdrawOrderEventSchema } from '@fasocolis/contracts/orders';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type MilestoneService, milestoneListSpec, skippedListSpec } from './milestone-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };
const tags = ['milestones'];
const config = { access: 'staff' } as const;

interface Dependencies {
  milestones: MilestoneService;
}

export const milestoneRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { milestones }) => {
  await app.register(readRoutes, { milestones });

  app.post(
    '/api/consignments/:id/milestones',
    {
      config,
      schema: {
        operationId: 'recordMilestone',
        summary: 'Enregistrer un jalon, diffusé aux colis après dix secondes',
        tags,
        params: byId,
        body: RecordMilestoneSchema,
        response: { 201: MilestoneSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return reply.code(201).send(await milestones.record(id, request.body, actorOf(request)));
    },
  );

  app.delete(
    '/api/milestones/:id',
    {
      config,
      schema: {
        operationId: 'cancelMilestone',
        summary: 'Annuler un jalon pendant ses dix secondes',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      await milestones.cancel(request.params.id, actorOf(request));
      return { message: 'Jalon annulé' };
    },
  );

  app.post(
    '/api/milestones/:id/withdraw',
    {
      config,
      schema: {
        operationId: 'withdrawMilestone',
        summary: 'Reprendre le dernier jalon d’une expédition sur tous ses colis',
        tags,
        params: byId,
        body: WithdrawOrderEventSchema,
        response: { 200: MilestoneSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => milestones.withdraw(request.params.id, request.body.reason, actorOf(request)),
  );
};

const readRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { milestones }) => {
  app.get(
    '/api/milestones',
    {
      config,
      schema: {
        operationId: 'listMilestones',
        summary: 'Les jalons des expéditions et leur diffusion, le plus récent d’abord',
        tags,
        querystring: ListQuerySchema,
        response: { 200: MilestonesSchema, ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        milestoneListSpec,
        (list) => milestones.list(list),
        (row) => row,
      ),
  );

  app.get(
    '/api/milestones/:id/skipped',
    {
      config,
      schema: {
        operationId: 'listSkippedOrders',
        summary: "Les colis qu'un jalon a laissés tels quels",
        tags,
        params: byId,
        querystring: ListQuerySchema,
        response: { 200: SkippedOrdersSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        skippedListSpec,
        (list) => milestones.listSkipped(request.params.id, list),
        (row) => row,
      ),
  );
};
