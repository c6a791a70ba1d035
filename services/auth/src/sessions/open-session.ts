import type { SessionStore, sessionCookie } from '@fasocolis/service-kit/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../generated/prisma/client.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** Signs a person in: a new session whose cookie travels with the reply. */
export type OpenSession = (user: User, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Makes the one way to sign somebody in, whichever way they proved who they are. */
export function sessionOpener(
  sessions: SessionStore,
  cookie: ReturnType<typeof sessionCookie>,
  browsers: KnownBrowsers,
): OpenSession {
  return async (user, request, reply) => {
    // A new id at each sign-in: one that was planted before becomes worthless.
    if (request.identity.kind === 'user') await sessions.end(request.identity.userId, request.identity.sessionKey);
    const sessionId = await sessions.create({
      userId: user.id,
      isAdmin: user.role === 'ADMIN',
      userAgent: request.headers['user-agent'] ?? null,
    });
    reply.setCookie(cookie.name, sessionId, cookie.options);
    browsers.remember(request, reply, user.id);
  };
}
