import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import {
  ConsignmentSchema,
  ConsignmentsSchema,
  CreateConsignmentSchema,
  SuggestCodeQuerySchema,
  SuggestedCodeSchema,
  UpdateConsignmentSchema,
} from '@fasocolis/contracts/consignments';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { consignmentListSpec } from './consignment-list.ts';
import type { ConsignmentService } from './consignment-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };
const tags = ['consignments'];
const config = { access: 'staff' } as const;

interface Dependencies {
  consignments: ConsignmentService;
}

export const consignmentRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { consignments }) => {
  await app.register(readRoutes, { consignments });

  app.post(
    '/api/consignments',
    {
      config,
      schema: {
        operationId: 'createConsignment',
        summary: 'Créer une expédition; sans code, elle reçoit le prochain',
        tags,
        body: CreateConsignmentSchema,
        response: { 201: ConsignmentSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request, reply) => reply.code(201).send(await consignments.create(request.body, actorOf(request))),
  );

  app.patch(
    '/api/consignments/:id',
    {
      config,
      schema: {
        operationId: 'updateConsignment',
        summary: 'Modifier une expédition, la clôturer ou la rouvrir',
        tags,
        params: byId,
        body: UpdateConsignmentSchema,
        response: { 200: ConsignmentSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => consignments.update(request.params.id, request.body, actorOf(request)),
  );

  app.delete(
    '/api/consignments/:id',
    {
      config,
      schema: {
        operationId: 'deleteConsignment',
        summary: 'Supprimer une expédition vide et en préparation',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => {
      await consignments.remove(request.params.id, actorOf(request));
      return { message: 'Expédition supprimée' };
    },
  );
};

const readRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { consignments }) => {
  app.get(
    '/api/consignments',
    {
      config,
      schema: {
        operationId: 'listConsignments',
        summary: 'Les expéditions, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: ConsignmentsSchema, ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        consignmentListSpec,
        (list) => consignments.list(list),
        (row) => row,
      ),
  );

  app.get(
    '/api/consignments/suggested-code',
    {
      config,
      schema: {
        operationId: 'suggestConsignmentCode',
        summary: 'Le prochain code libre pour un mode de transport',
        tags,
        querystring: SuggestCodeQuerySchema,
        response: { 200: SuggestedCodeSchema, ...refusals },
      },
    },
    async (request) => ({ code: await consignments.suggestCode(request.query.mode) }),
  );
};
