import { contentOperations } from '@fasocolis/contracts/operations/content';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { sendPage } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import { contactMessageListSpec } from './contact-message-list.ts';
import { presentContactMessage } from './contact-message-presenter.ts';
import { type ContactMessageService, refuseRobots } from './contact-message-service.ts';

interface Dependencies {
  messages: ContactMessageService;
  /** Messages per sender's address. */
  limit: AttemptLimit;
}

export const contactMessageRoutes: FastifyPluginAsync<Dependencies> = async (app, { messages, limit }) => {
  await app.register(adminRoutes, { messages });

  handle(app, contentOperations.sendContactMessage, async (request) => {
    refuseRobots(request.body);
    await limit.count(request.ip);
    const { id } = await messages.receive(request.body, request.id);
    const message = 'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.';
    return { id, message };
  });

  handle(app, contentOperations.getContactMessage, async (request) =>
    presentContactMessage(await messages.find(request.params.id)),
  );
};

const adminRoutes: FastifyPluginAsync<Pick<Dependencies, 'messages'>> = async (app, { messages }) => {
  handle(app, contentOperations.listContactMessages, async (request, reply) =>
    sendPage(request, reply, contactMessageListSpec, (list) => messages.list(list), presentContactMessage),
  );

  handle(app, contentOperations.listUnreadContactMessages, async (request, reply) =>
    sendPage(request, reply, contactMessageListSpec, (list) => messages.listUnread(list), presentContactMessage),
  );

  handle(app, contentOperations.markContactMessageRead, async (request) =>
    presentContactMessage(await messages.markRead(request.params.id)),
  );

  handle(app, contentOperations.deleteContactMessage, async (request) => {
    await messages.remove(request.params.id);
    return { message: 'Message supprimé' };
  });
};
