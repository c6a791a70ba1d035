import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { contentOperations } from '@fasocolis/contracts/operations/content';
import { DEFAULT_CLIENT_PREFIX, mayHoldCode } from '@fasocolis/contracts/reading/client-code';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { presentUser } from '../shared/user-row.ts';
import { lookUpUsers, phonesOf } from './user-service.ts';

export const userRoutes: FastifyPluginAsync<Dependencies & { content: ServiceClient }> = async (
  app,
  { database, cookie, content },
) => {
  handle(app, accountOperations.getCurrentUser, async (request, reply) => {
    const { userId, needsSecondFactor } = callerOf(request);
    const user = await database.user.findUnique({ where: { id: userId } });
    if (!user) throw new AppError('unauthenticated');
    // This extends the cookie like the session on the server.
    const sessionId = request.cookies[cookie.name];
    if (sessionId) reply.setCookie(cookie.name, sessionId, cookie.options);
    return { ...presentUser(user), ...(needsSecondFactor && { needsSecondFactor }) };
  });

  handle(app, accountOperations.getUser, async (request) => {
    const user = await database.user.findUnique({
      where: { id: request.params.id },
      select: { id: true, createdAt: true, city: true },
    });
    if (!user) throw new AppError('not-found', 'Utilisateur non trouvé');
    return { ...user, createdAt: user.createdAt.toISOString() };
  });

  handle(app, accountOperations.lookUpUsers, async ({ id, body: { logins } }) => {
    const hasCodes = logins.some(mayHoldCode);
    const params = { key: 'client_code_prefix' };
    const setting = hasCodes ? await content.find(contentOperations.getAppSetting, id, { params }) : null;
    return lookUpUsers(database, logins, setting?.value ?? DEFAULT_CLIENT_PREFIX);
  });

  handle(app, accountOperations.listUserPhones, async (request) => phonesOf(database, request.body));
};
