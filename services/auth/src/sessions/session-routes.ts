import { contentRange } from '@fasocolis/contracts/lists';
import { signInOperations } from '@fasocolis/contracts/operations/sign-in';
import { callerOf } from '@fasocolis/service-kit/auth/access';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { handle } from '@fasocolis/service-kit/http/operations';
import type { FastifyPluginAsync } from 'fastify';
import type { Dependencies } from '../shared/dependencies.ts';
import { attemptOf, reauthenticate } from '../shared/reauthentication.ts';
import { presentUser } from '../shared/user-row.ts';
import { signIn } from './session-service.ts';

export const sessionRoutes: FastifyPluginAsync<Dependencies> = async (app, dependencies) => {
  const { sessions, browsers, cookie, completeFirstStep } = dependencies;
  handle(app, signInOperations.login, async (request, reply) => {
    const user = await signIn(request.body, request.ip, {
      ...dependencies,
      knowsBrowser: (userId) => browsers.knows(request, userId),
      completeFirstStep: (each, transaction) => completeFirstStep(each, request, reply, transaction),
      audit: request.audit,
    });
    return user ? presentUser(user) : reply.code(202).send({ secondStep: true });
  });

  handle(app, signInOperations.logout, async (request, reply) => {
    if (request.identity.kind === 'user') await sessions.end(request.identity.userId, request.identity.sessionKey);
    reply.clearCookie(cookie.name, cookie.options);
    return { message: 'Déconnexion réussie' };
  });

  handle(app, signInOperations.reauthenticate, async (request) => {
    await reauthenticate(dependencies, attemptOf(request), request.body.currentPassword);
    return { message: 'Mot de passe confirmé' };
  });

  handle(app, signInOperations.listSessions, async (request, reply) => {
    const { userId, sessionKey } = callerOf(request);
    const open = (await sessions.list(userId)).map(({ key, session: { createdAt, userAgent } }) => ({
      id: key,
      createdAt,
      userAgent,
      isCurrent: key === sessionKey,
    }));
    reply.header('content-range', contentRange('sessions', 0, open.length, open.length));
    return open;
  });

  handle(app, signInOperations.endSession, async (request, reply) => {
    const { userId, sessionKey } = callerOf(request);
    const { id } = request.params;
    const own = await sessions.list(userId);
    if (!own.some(({ key }) => key === id)) throw new AppError('not-found');
    await sessions.end(userId, id);
    if (id === sessionKey) reply.clearCookie(cookie.name, cookie.options);
    return { message: 'Session fermée' };
  });
};
