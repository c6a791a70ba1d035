import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { ENTRY_PAGES } from '@fasocolis/contracts/site-paths';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import type { EmailService } from './email-service.ts';

interface EmailDependencies extends Dependencies {
  service: EmailService;
}

export const emailRoutes: FastifyPluginAsync<EmailDependencies> = async (app, { service: emails, tokens }) => {
  handle(app, accountOperations.getEmailToken, async (request) => {
    const emailToken = await tokens.forEmail(request.params.id);
    if (!emailToken) throw new AppError('not-found');
    return emailToken;
  });

  handle(app, accountOperations.getBroadcastAudience, () => emails.audience());

  handle(app, accountOperations.listEmailRecipients, async ({ query }) =>
    emails.recipientIds(query.after, query.limit),
  );

  handle(app, accountOperations.getEmailRecipient, async (request) => {
    const recipient = await emails.recipient(request.params.id);
    if (!recipient) throw new AppError('not-found');
    return recipient;
  });

  handle(app, accountOperations.getAdministratorAddress, async () => {
    const administrator = await emails.administrator();
    if (!administrator) throw new AppError('not-found');
    return administrator;
  });

  handle(app, accountOperations.openUnsubscribePage, async (request, reply) =>
    reply.redirect(`${ENTRY_PAGES.unsubscribe}?${new URLSearchParams(request.query).toString()}`),
  );

  await app.register(oneClickRoutes, { emails });
};

/** A separate scope that ignores the body: email programs send a form in either encoding. */
const oneClickRoutes: FastifyPluginAsync<{ emails: EmailService }> = async (app, { emails }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });

  handle(app, accountOperations.unsubscribe, async (request) => {
    await emails.unsubscribe(request.query.token);
    return { message: 'Vous ne recevrez plus nos emails.' };
  });
};
