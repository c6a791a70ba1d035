import type { ContactMessage } from '@fasocolis/contracts/content';
import { contentOperations } from '@fasocolis/contracts/operations/content';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { actorOf } from '@fasocolis/service-kit/data/change-log';
import { handleList } from '@fasocolis/service-kit/http/lists';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Database } from '../database.ts';
import type { ContactMessage as ContactMessageRow } from '../generated/prisma/client.ts';
import {
  contactMessageListSpec,
  findMessage,
  listContactMessages,
  markMessage,
  receiveMessage,
  refuseRobots,
  removeMessage,
} from './contact-message-service.ts';

interface Dependencies {
  database: Database;
  /** Messages per sender's address. */
  limit: AttemptLimit;
}

export const contactMessageRoutes: FastifyPluginAsync<Dependencies> = async (app, { database, limit }) => {
  handleList(
    app,
    contentOperations.listContactMessages,
    contactMessageListSpec,
    (list) => listContactMessages(database, list),
    presentContactMessage,
  );

  handleList(
    app,
    contentOperations.listUnreadContactMessages,
    contactMessageListSpec,
    (list) => listContactMessages(database, list, { isRead: false }),
    presentContactMessage,
  );

  handle(app, contentOperations.markContactMessageRead, async (request) =>
    presentContactMessage(await markMessage(database, request.params.id, actorOf(request), { isRead: true })),
  );

  handle(app, contentOperations.setContactMessageAnswered, async (request) => {
    const data = { isAnswered: request.body.isAnswered, isRead: true } as const;
    return presentContactMessage(await markMessage(database, request.params.id, actorOf(request), data));
  });

  handle(app, contentOperations.deleteContactMessage, async (request) => {
    await removeMessage(database, request.params.id, actorOf(request));
    return { message: 'Message supprimé' };
  });

  handle(app, contentOperations.sendContactMessage, async (request) => {
    refuseRobots(request.body);
    await limit.count(request.ip);
    const { id } = await receiveMessage(database, request.body, request.id);
    const message = 'Votre message a été envoyé avec succès. Nous vous répondrons dès que possible.';
    return { id, message };
  });

  handle(app, contentOperations.getContactMessage, async (request) =>
    presentContactMessage(await findMessage(database, request.params.id)),
  );
};

const presentContactMessage = (row: ContactMessageRow): ContactMessage => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});
