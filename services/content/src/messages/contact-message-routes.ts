import { MessageSchema, PathIdSchema } from '@fasocolis/contracts/common';
import {
  ContactMessageSchema,
  ContactMessagesSchema,
  ContactReceiptSchema,
  CreateContactMessageSchema,
} from '@fasocolis/contracts/content';
import { ErrorSchema } from '@fasocolis/contracts/errors';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { ListQuerySchema, sendPage } from '@fasocolis/service-kit/http/lists';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { contactMessageListSpec } from './contact-message-list.ts';
import { presentContactMessage } from './contact-message-presenter.ts';
import { type ContactMessageService, refuseRobots } from './contact-message-service.ts';

const byId = z.object({ id: PathIdSchema });
const refusals = { 400: ErrorSchema, 401: ErrorSchema, 403: ErrorSchema };

const tags = ['contact-messages'];

interface Dependencies {
  messages: ContactMessageService;
  /** Messages per sender's address. */
  limit: AttemptLimit;
}

export const contactMessageRoutes: FastifyPluginAsyncZod<Dependencies> = async (app, { messages, limit }) => {
  await app.register(adminRoutes, { messages });

  app.post(
    '/api/contact-messages',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'sendContactMessage',
        summary: 'Écrire au service client',
        tags,
        body: CreateContactMessageSchema,
        response: { 201: ContactReceiptSchema, 400: ErrorSchema, 429: ErrorSchema },
      },
    },
    async (request, reply) => {
      refuseRobots(request.body);
      await limit.count(request.ip);
      const { id } = await messages.receive(request.body, request.id);
      const message = 'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.';
      return reply.code(201).send({ id, message });
    },
  );

  app.get(
    '/internal/contact-messages/:id',
    {
      config: { access: 'service', callers: ['notify'] },
      schema: {
        params: byId,
        response: { 200: ContactMessageSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema },
      },
    },
    async (request) => presentContactMessage(await messages.find(request.params.id)),
  );
};

const adminRoutes: FastifyPluginAsyncZod<Pick<Dependencies, 'messages'>> = async (app, { messages }) => {
  const config = { access: 'admin' } as const;

  app.get(
    '/api/contact-messages',
    {
      config,
      schema: {
        operationId: 'listContactMessages',
        summary: 'Les messages reçus, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: ContactMessagesSchema, ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, contactMessageListSpec, (list) => messages.list(list), presentContactMessage),
  );

  app.get(
    '/api/contact-messages/unread',
    {
      config,
      schema: {
        operationId: 'listUnreadContactMessages',
        summary: 'Les messages non lus, par pages',
        tags,
        querystring: ListQuerySchema,
        response: { 200: ContactMessagesSchema, ...refusals },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, contactMessageListSpec, (list) => messages.listUnread(list), presentContactMessage),
  );

  app.patch(
    '/api/contact-messages/:id/read',
    {
      config,
      schema: {
        operationId: 'markContactMessageRead',
        summary: 'Marquer un message comme lu',
        tags,
        params: byId,
        response: { 200: ContactMessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => presentContactMessage(await messages.markRead(request.params.id)),
  );

  app.delete(
    '/api/contact-messages/:id',
    {
      config,
      schema: {
        operationId: 'deleteContactMessage',
        summary: 'Supprimer un message',
        tags,
        params: byId,
        response: { 200: MessageSchema, ...refusals, 404: ErrorSchema },
      },
    },
    async (request) => {
      await messages.remove(request.params.id);
      return { message: 'Message supprimé' };
    },
  );
};
