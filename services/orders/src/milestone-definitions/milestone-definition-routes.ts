import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  CreateMilestoneDefinitionSchema,
  MilestoneDefinitionSchema,
  UpdateMilestoneDefinitionSchema,
} from '@fasocolis/contracts/milestones';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type MilestoneDefinitionService, milestoneDefinitionListSpec } from './milestone-definition-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

export const milestoneDefinitionRoutes: FastifyPluginAsyncZod<{ definitions: MilestoneDefinitionService }> = async (
  app,
  { definitions },
) => {
  const tags = ['milestone-definitions'];
  const config = { access: 'admin' } as const;

  app.get(
    '/api/milestone-definitions',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listMilestoneDefinitions',
        summary: 'Les définitions de jalons, par mode de transport',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(MilestoneDefinitionSchema), ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(
        request,
        reply,
        milestoneDefinitionListSpec,
        (list) => definitions.list(list),
        (row) => row,
      ),
  );

  app.post(
    '/api/milestone-definitions',
    {
      config,
      schema: {
        operationId: 'createMilestoneDefinition',
        summary: 'Définir un jalon',
        tags,
        body: CreateMilestoneDefinitionSchema,
        response: { 201: MilestoneDefinitionSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request, reply) => reply.code(201).send(await definitions.create(request.body, actorOf(request))),
  );

  app.patch(
    '/api/milestone-definitions/:id',
    {
      config,
      schema: {
        operationId: 'updateMilestoneDefinition',
        summary: 'Modifier une définition de jalon',
        tags,
        params: byId,
        body: UpdateMilestoneDefinitionSchema,
        response: { 200: MilestoneDefinitionSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => definitions.update(request.params.id, request.body, actorOf(request)),
  );

  app.delete(
    '/api/milestone-definitions/:id',
    {
      config,
      schema: {
        operationId: 'deleteMilestoneDefinition',
        summary: 'Supprimer une définition de jalon; les jalons enregistrés restent',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      await definitions.remove(request.params.id, actorOf(request));
      return { message: 'Définition de jalon supprimée' };
    },
  );
};
