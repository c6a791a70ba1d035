import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  BAD_NUMBER_TOKEN,
  SetWhatsappChoiceSchema,
  WhatsappChoiceQuerySchema,
  WhatsappChoiceSchema,
} from '@fasocolis/contracts/stopped-numbers';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database } from '../database.ts';
import type { NumberTokens } from '../shared/number-tokens.ts';
import { lockToTell } from '../shared/people-to-tell.ts';
import { resumeTelling, stopTelling } from '../shared/stopped-numbers.ts';

interface Dependencies {
  database: Database;
  tokens: NumberTokens;
}

/** What people choose behind the links of WhatsApp messages, without signing in. */
export const whatsappChoiceRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { database, tokens }) => {
  const tags = ['whatsapp'];
  const phoneOf = (token: string) => {
    const phone = tokens.phoneOf(token);
    if (phone === null) throw new AppError('bad-request', BAD_NUMBER_TOKEN);
    return phone;
  };

  app.get(
    '/api/whatsapp-choice',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getWhatsappChoice',
        summary: 'Si la personne d’un lien ne veut plus de messages WhatsApp',
        tags,
        querystring: WhatsappChoiceQuerySchema,
        response: { 200: WhatsappChoiceSchema, 400: ErrorSchema },
      },
    },
    async (request, reply) => {
      const phone = phoneOf(request.query.token);
      const isStopped = (await database.whatsappContact.count({ where: { phone, stoppedAt: { not: null } } })) > 0;
      // So that the rendered page has it.
      shareWithAnonymous(request, reply);
      return { isStopped };
    },
  );

  app.post(
    '/api/whatsapp-choice',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'setWhatsappChoice',
        summary: 'Ne plus recevoir de messages WhatsApp, ou en recevoir de nouveau',
        tags,
        body: SetWhatsappChoiceSchema,
        response: { 200: WhatsappChoiceSchema, 400: ErrorSchema },
      },
    },
    async ({ body: { token, isStopped } }) => {
      const phone = phoneOf(token);
      await database.$transaction(async (transaction) => {
        await lockToTell(transaction);
        if (isStopped) await stopTelling(transaction, phone, { at: new Date(), byUserId: null });
        else await resumeTelling(transaction, phone);
      });
      return { isStopped };
    },
  );
};
