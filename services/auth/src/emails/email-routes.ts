import { boundedText, MAX_ID, MessageSchema, PathIdSchema, uuid } from '@fasocolis/contracts/common';
import {
  AdministratorAddressSchema,
  EmailRecipientIdsSchema,
  EmailRecipientSchema,
  EmailTokenSchema,
  UnsubscribeQuerySchema,
} from '@fasocolis/contracts/email';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { UserTokens } from '../shared/user-tokens.ts';
import type { EmailService } from './email-service.ts';

/** A whole number in a query. */
const wholeNumber = (least: number, most: number) =>
  z.pipe(boundedText(20), z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))));

const PageOfIdsSchema = z.object({
  after: z._default(wholeNumber(0, MAX_ID), 0),
  limit: z._default(wholeNumber(1, 1000), 1000),
});

const tags = ['e-mails'];

export const emailRoutes: FastifyPluginAsyncZod<{ emails: EmailService }> = async (app, { emails }) => {
  app.get(
    '/internal/mail-recipients',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: {
        querystring: PageOfIdsSchema,
        response: { 200: EmailRecipientIdsSchema, 400: ErrorSchema, 403: ErrorSchema },
      },
    },
    async ({ query }) => emails.recipientIds(query.after, query.limit),
  );

  app.get(
    '/internal/mail-recipients/:id',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: {
        params: z.object({ id: PathIdSchema }),
        response: { 200: EmailRecipientSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request) => {
      const recipient = await emails.recipient(request.params.id);
      if (!recipient) throw new AppError('not-found');
      return recipient;
    },
  );

  app.get(
    '/internal/administrator',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: { response: { 200: AdministratorAddressSchema, 403: ErrorSchema, 404: ErrorSchema } },
    },
    async () => {
      const administrator = await emails.administrator();
      if (!administrator) throw new AppError('not-found');
      return administrator;
    },
  );

  app.get(
    '/api/email/unsubscribe',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'openUnsubscribePage',
        summary: 'Ouvrir la page de désabonnement',
        tags,
        querystring: UnsubscribeQuerySchema,
        response: { 302: z.null(), 400: ErrorSchema },
      },
    },
    async (request, reply) => reply.redirect(`/desabonnement?${new URLSearchParams(request.query).toString()}`),
  );

  await app.register(oneClickRoutes, { emails });
};

/** A separate scope that ignores the body: mail clients send a form in either encoding. */
const oneClickRoutes: FastifyPluginAsyncZod<{ emails: EmailService }> = async (app, { emails }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  app.post(
    '/api/email/unsubscribe',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'unsubscribe',
        summary: 'Ne plus recevoir de notifications par email',
        tags,
        querystring: UnsubscribeQuerySchema,
        response: { 200: MessageSchema, 400: ErrorSchema },
      },
    },
    async (request) => {
      await emails.unsubscribe(request.query.token);
      return { message: 'Vous ne recevrez plus nos emails.' };
    },
  );
};

export const emailTokenRoutes: FastifyPluginAsyncZod<{ tokens: UserTokens }> = async (app, { tokens }) => {
  app.get(
    '/internal/mail-tokens/:id',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: {
        params: z.object({ id: uuid() }),
        response: { 200: EmailTokenSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request) => {
      const emailToken = await tokens.forEmail(request.params.id);
      if (!emailToken) throw new AppError('not-found');
      return emailToken;
    },
  );
};
