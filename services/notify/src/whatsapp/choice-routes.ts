import { ErrorSchema } from '@fasocolis/contracts/errors';
import {
  BAD_NUMBER_TOKEN,
  HOW_TO_RESUME,
  SetWhatsappChoiceSchema,
  type WhatsappChoice,
  WhatsappChoiceQuerySchema,
  WhatsappChoiceSchema,
} from '@fasocolis/contracts/stopped-numbers';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { shareWithAnonymous } from '@fasocolis/service-kit/http/http-cache';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { NumberTokens } from '../audience/number-tokens.ts';
import { lockToTell, resumeTelling, stopTelling } from '../audience/people-to-tell.ts';
import type { Database, Transaction } from '../database.ts';

/** How long after a stop the link may take it back: later it may be in the hands of others. */
const RESUMABLE_MS = 3_600_000;

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
      const choice = await choiceOf(database, phone);
      // So that the rendered page has it.
      shareWithAnonymous(request, reply);
      return choice;
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
        response: { 200: WhatsappChoiceSchema, 400: ErrorSchema, 409: ErrorSchema },
      },
    },
    async ({ body: { token, isStopped } }) => {
      const phone = phoneOf(token);
      return database.$transaction(async (transaction) => {
        await lockToTell(transaction);
        if (isStopped) await stopTelling(transaction, phone, { at: new Date(), byUserId: null });
        else await resume(transaction, phone);
        return choiceOf(transaction, phone);
      });
    },
  );
};

async function choiceOf(database: Database | Transaction, phone: string): Promise<WhatsappChoice> {
  const { stoppedAt = null } = (await database.whatsappContact.findUnique({ where: { phone } })) ?? {};
  const canResume = stoppedAt !== null && Date.now() - stoppedAt.getTime() < RESUMABLE_MS;
  return { isStopped: stoppedAt !== null, canResume };
}

async function resume(transaction: Transaction, phone: string): Promise<void> {
  const { isStopped, canResume } = await choiceOf(transaction, phone);
  if (isStopped && !canResume) throw new AppError('conflict', HOW_TO_RESUME);
  await resumeTelling(transaction, phone);
}
