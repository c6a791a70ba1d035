import { identitySigner } from '@fasocolis/service-kit/auth/identity';
import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { rawPath } from './origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Signed identity for the services; null without a session. */
    identityToken: string | null;
    userId: number | null;
    isAdmin: boolean;
  }
}

export interface SessionOptions {
  redis: Redis;
  signingKey: string;
  publicUrl: string;
}

const CURRENT_USER = '/api/user';

/** Resolves the session cookie to a signed identity, once per request. Without a cookie Redis is not queried. */
export async function registerSession(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const { redis, signingKey, publicUrl } = options;
  // Only its parser: most requests carry no cookie of ours.
  await app.register(cookies, { hook: false });
  const { name } = sessionCookie(publicUrl);
  const sessions = new SessionStore(redis);
  const sign = identitySigner(signingKey);

  async function identify(request: FastifyRequest, id: string): Promise<void> {
    let found: Awaited<ReturnType<SessionStore['resolve']>>;
    try {
      found = await sessions.resolve(id);
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
    if (!found) return;
    const { userId, isAdmin } = found.session;
    request.userId = userId;
    request.isAdmin = isAdmin;
    request.identityToken = sign({ kind: 'user', userId, isAdmin, sessionKey: found.key });
  }

  app.addHook('onRequest', async (request) => {
    const { cookie } = request.headers;
    const id = cookie?.includes(name) ? app.parseCookie(cookie)[name] : undefined;
    if (id) await identify(request, id);
  });

  // Visitors are known here already. Pages prefer an empty response to an error, which browsers would report.
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, userId } = request;
    if (userId !== null || method !== 'GET' || rawPath(request) !== CURRENT_USER) return;
    if (headers.prefer === 'handling=lenient') {
      return reply.code(204).header('preference-applied', 'handling=lenient').send();
    }
  });
}
