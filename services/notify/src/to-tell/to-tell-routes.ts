import { PathIdSchema } from '@fasocolis/contracts/common';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { PeopleToTellSchema, PersonToTellSchema, TellSchema } from '@fasocolis/contracts/to-tell';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { NumberTokens } from '../audience/number-tokens.ts';
import { type PersonRow, presentPerson } from '../audience/person-presenter.ts';
import { type ToTellService, toTellListSpec } from './to-tell-service.ts';

interface Dependencies {
  toTell: ToTellService;
  tokens: NumberTokens;
}

export const toTellRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { toTell, tokens }) => {
  const tags = ['to-tell'];
  const present = (row: PersonRow) => presentPerson(row, tokens);
  const params = z.object({ id: PathIdSchema });
  const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema };

  app.get(
    '/api/to-tell',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'listPeopleToTell',
        summary: 'Les personnes à prévenir par WhatsApp, et celles qui le sont',
        tags,
        querystring: ListQuerySchema,
        response: { 200: PeopleToTellSchema, 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema },
      },
    },
    async (request, reply) => sendPage(request, reply, toTellListSpec, (list) => toTell.list(list), present),
  );

  app.post(
    '/api/to-tell/:id/tell',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'tellPerson',
        summary: 'Noter qu’une personne est prévenue',
        tags,
        params,
        body: TellSchema,
        response: { 200: PersonToTellSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request) => present(await toTell.tell(request.params.id, request.body.upTo, callerOf(request).userId)),
  );

  app.post(
    '/api/to-tell/:id/undo',
    {
      config: { access: 'staff' },
      schema: {
        operationId: 'undoTellPerson',
        summary: 'Annuler qu’une personne est prévenue',
        tags,
        params,
        response: { 200: PersonToTellSchema, ...refusals, 409: ErrorSchema },
      },
    },
    async (request) => present(await toTell.undo(request.params.id)),
  );
};
