import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { AgentSchema, InviteAgentSchema, TeamSecuritySchema, UpdateAgentSchema } from '@fasocolis/contracts/team';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Reauthentication } from '../shared/reauthentication.ts';
import type { TeamSecurity } from '../shared/team-security.ts';
import { presentAgent, type Team, teamListSpec } from './team-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const tags = ['team'];
const config = { access: 'admin' } as const;

interface Dependencies {
  team: Team;
  security: TeamSecurity;
  reauthentication: Reauthentication;
}

export const teamRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, dependencies) => {
  await app.register(invitationRoutes, dependencies);
  await app.register(agentRoutes, dependencies);
  await app.register(securityRoutes, dependencies);
};

const attemptOf = (request: FastifyRequest) => ({ identity: callerOf(request), address: request.ip });

const invitationRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { team, reauthentication }) => {
  app.post(
    '/api/team',
    {
      config,
      schema: {
        operationId: 'inviteAgent',
        summary: 'Inviter un agent par email',
        tags,
        body: InviteAgentSchema,
        response: { 201: AgentSchema, ...refusals, 409: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request, reply) => {
      await reauthentication.assertRecent(attemptOf(request), undefined);
      return reply.code(201).send(presentAgent(await team.invite(request.body, request.id)));
    },
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
        response: { 200: AgentSchema, ...refusals, 404: ErrorSchema, 409: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request) => {
      await reauthentication.assertRecent(attemptOf(request), undefined);
      return presentAgent(await team.inviteAgain(request.params.id, request.id));
    },
  );
};

const agentRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { team, reauthentication }) => {
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
      await reauthentication.assertRecent(attemptOf(request), undefined);
      await team.revoke(request.params.id);
      return { message: 'Accès révoqué' };
    },
  );
};

const securityRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { security, reauthentication }) => {
  app.get(
    '/api/team/security',
    {
      config,
      schema: {
        operationId: 'getTeamSecurity',
        summary: "Les règles de connexion de l'équipe",
        tags,
        response: { 200: TeamSecuritySchema, ...refusals },
      },
    },
    async () => ({ requiresSecondFactor: await security.requiresSecondFactor() }),
  );

  app.patch(
    '/api/team/security',
    {
      config,
      schema: {
        operationId: 'updateTeamSecurity',
        summary: "Exiger, ou non, la validation en deux étapes de toute l'équipe",
        tags,
        body: TeamSecuritySchema,
        response: { 200: TeamSecuritySchema, ...refusals },
      },
    },
    async (request) => {
      await reauthentication.assertRecent(attemptOf(request), undefined);
      await security.change(request.body.requiresSecondFactor);
      return request.body;
    },
  );
};
