import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { ENTRY_PAGES } from '@fasocolis/contracts/site-paths';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import {
  countAudience,
  type EmailDependencies,
  findAdministrator,
  findRecipient,
  listRecipientIds,
  unsubscribe,
} from './email-service.ts';

export const emailRoutes: FastifyPluginAsync<EmailDependencies> = async (app, dependencies) => {
  const { database, tokens } = dependencies;
  handle(app, accountOperations.getEmailToken, async (request) => {
    const emailToken = await tokens.forEmail(request.params.id);
    if (!emailToken) throw new AppError('not-found');
    return emailToken;
  });

  handle(app, accountOperations.getBroadcastAudience, () => countAudience(database));

  handle(app, accountOperations.listEmailRecipients, async ({ query }) =>
    listRecipientIds(database, query.after, query.limit),
  );

  handle(app, accountOperations.getEmailRecipient, async (request) => {
    const recipient = await findRecipient(dependencies, request.params.id);
    if (!recipient) throw new AppError('not-found');
    return recipient;
  });

  handle(app, accountOperations.getAdministratorAddress, async () => {
    const administrator = await findAdministrator(database);
    if (!administrator) throw new AppError('not-found');
    return administrator;
  });

  handle(app, accountOperations.openUnsubscribePage, async (request, reply) =>
    reply.redirect(`${ENTRY_PAGES.unsubscribe}?${new URLSearchParams(request.query).toString()}`),
  );

  await app.register(oneClickRoutes, dependencies);
};

/** A separate scope that ignores the body: email programs send a form in either encoding. */
const oneClickRoutes: FastifyPluginAsync<EmailDependencies> = async (app, dependencies) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  handle(app, accountOperations.unsubscribe, async (request) => {
    await unsubscribe(dependencies, request.query.token);
    return { message: 'Vous ne recevrez plus nos emails.' };
  });
};
