import type { SessionStore, sessionCookie } from '@fasocolis/service-kit/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../generated/prisma/client.ts';
import type { KnownBrowsers } from './known-browsers.ts';

/** Creates a session and sets its cookie. */
export type OpenSession = (user: User, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export function sessionOpener(
  sessions: SessionStore,
  cookie: ReturnType<typeof sessionCookie>,
  browsers: KnownBrowsers,
): OpenSession {
  return async (user, request, reply) => {
    // A new id per sign-in defeats session fixation.
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
