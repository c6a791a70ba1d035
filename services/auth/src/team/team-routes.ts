import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { AgentSchema, InviteAgentSchema, UpdateAgentSchema } from '@fasocolis/contracts/team';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { presentAgent, type Team, teamListSpec } from './team-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const tags = ['team'];
const config = { access: 'admin' } as const;

export const teamRoutes: FastifyPluginAsyncZod<{ team: Team }> = async (app, options) => {
  await app.register(invitationRoutes, options);
  await app.register(agentRoutes, options);
};

const invitationRoutes: FastifyPluginAsyncZod<{ team: Team }> = async (app, { team }) => {
  app.post(
    '/api/team',
    {
      config,
      schema: {
        operationId: 'inviteAgent',
        summary: 'Inviter un agent par email',
        tags,
        body: InviteAgentSchema,
        response: { 201: AgentSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request, reply) => reply.code(201).send(presentAgent(await team.invite(request.body, request.id))),
  );

  app.post(
    '/api/team/:id/invitation',
    {
      config,
      schema: {
        operationId: 'inviteAgentAgain',
        summary: "Envoyer une nouvelle invitation; l'ancien lien ne fonctionne plus",
        tags,
        params: byId,
        response: { 200: AgentSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema },
      },
    },
    async (request) => presentAgent(await team.inviteAgain(request.params.id, request.id)),
  );
};

const agentRoutes: FastifyPluginAsyncZod<{ team: Team }> = async (app, { team }) => {
  app.get(
    '/api/team',
    {
      config,
      schema: {
        operationId: 'listTeam',
        summary: 'Les agents, invités et anciens compris, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: z.array(AgentSchema), ...refusals },
      },
    },
    async (request, reply) => sendPage(request, reply, teamListSpec, (list) => team.list(list), presentAgent),
  );

  app.patch(
    '/api/team/:id',
    {
      config,
      schema: {
        operationId: 'updateAgent',
        summary: "Modifier le nom ou la ville d'un agent",
        tags,
        params: byId,
        body: UpdateAgentSchema,
        response: { 200: AgentSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => presentAgent(await team.update(request.params.id, request.body)),
  );

  app.delete(
    '/api/team/:id',
    {
      config,
      schema: {
        operationId: 'revokeAgent',
        summary: "Révoquer l'accès d'un agent, ou son invitation",
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      await team.revoke(request.params.id);
      return { message: 'Accès révoqué' };
    },
  );
};
