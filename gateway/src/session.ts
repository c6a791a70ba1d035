import { EXPECTED_USER_HEADER } from '@fasocolis/contracts/operations/client';
import type { ServiceName } from '@fasocolis/contracts/services';
import { identitySigner, isStaff, type UserClaims } from '@fasocolis/service-kit/auth/identity';
import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';

declare module 'fastify' {
  interface FastifyRequest {
    identityFor: ((service: ServiceName) => string) | null;
    userId: number | null;
    isStaff: boolean;
  }
}

export interface SessionOptions {
  redis: Redis;
  identityKey: string;
  publicUrl: string;
}

export type Identify = (request: FastifyRequest) => Promise<void>;

/** Resolves the session cookie to a signed identity. Without a cookie Redis is not queried. */
export function sessionIdentification({ redis, identityKey, publicUrl }: SessionOptions): Identify {
  const { name } = sessionCookie(publicUrl);
  const sessions = new SessionStore(redis);
  const sign = reusingSigner(identityKey);

  return async (request) => {
    const { cookie } = request.headers;
    const id = cookie?.includes(name) ? request.server.parseCookie(cookie)[name] : undefined;
    if (!id) return;
    let found: Awaited<ReturnType<SessionStore['resolve']>>;
    try {
      found = await sessions.resolve(id);
    } catch (cause) {
      throw new AppError('unavailable', undefined, { cause });
    }
    if (!found) return;
    const { userId, isAdmin, isAgent, isVerified, needsSecondFactor } = found.session;
    const claims = { userId, isAdmin, isAgent, isVerified, needsSecondFactor, sessionKey: found.key };
    request.userId = userId;
    request.isStaff = isStaff({ kind: 'user', ...claims });
    request.identityFor = (service) => sign(service, claims);
  };
}

export function registerSession(app: FastifyInstance, identify: Identify): void {
  app.addHook('onRequest', identify);

  // Another person may have signed in meanwhile, in another tab of the browser: what was typed is not theirs.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, method, userId, routeOptions } = request;
    const isForAll = routeOptions.config.operation?.access === 'public';
    const isOther = headers[EXPECTED_USER_HEADER] !== undefined && headers[EXPECTED_USER_HEADER] !== String(userId);
    const isWrite = method !== 'GET' && method !== 'HEAD';
    done(isWrite && !isForAll && userId !== null && isOther ? new AppError('conflict', OTHER_USER) : undefined);
  });

  // Visitors are known without auth. Pages prefer an empty response to an error, which browsers would report.
  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, userId, routeOptions } = request;
    if (userId !== null || method !== 'GET' || !routeOptions.config.operation?.isEmptyForVisitors) return;
    if (headers.prefer === 'handling=lenient') {
      return reply.code(204).header('preference-applied', 'handling=lenient').send();
    }
  });
}

const OTHER_USER = 'Un autre compte est connecté dans ce navigateur\u00a0: rien n’est enregistré. Rechargez la page.';

const REUSE_MS = 30_000;
const MAX_REUSED = 10_000;

/** Signing and verifying take longer than the rest of a small request: a session's identities are signed twice a minute. */
function reusingSigner(identityKey: string): (service: ServiceName, claims: UserClaims) => string {
  const sign = identitySigner(identityKey);
  const signed = new Map<string, { token: string; until: number }>();
  return (service, claims) => {
    // The key has the claims that change during a session.
    const key = `${service} ${claims.sessionKey} ${claims.isVerified} ${claims.needsSecondFactor}`;
    const now = Date.now();
    const known = signed.get(key);
    if (known && known.until > now) return known.token;
    if (signed.size >= MAX_REUSED) signed.clear();
    const token = sign(service, claims);
    signed.set(key, { token, until: now + REUSE_MS });
    return token;
  };
}
