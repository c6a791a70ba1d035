import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import { IDENTITY_HEADER, type Identity, identityVerifier, type UserIdentity } from './identity.ts';

/** Callers that a route accepts. `service` is for calls between services, which the gateway does not route. */
export type Access = 'public' | 'user' | 'owner' | 'owner-or-admin' | 'admin' | 'service';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: there is no default. */
    access?: Access;
    /** The path parameter with the owner's id, for `owner` and `owner-or-admin`. Default: `userId`. */
    ownerParam?: string;
  }
  interface FastifyRequest {
    identity: Identity;
  }
}

/**
 * Verifies the identity of every request and authorizes it before the body is read.
 * @throws Error when a route without an access level is registered
 */
export function registerAccess(app: FastifyInstance, signingKey: string): void {
  const verify = identityVerifier(signingKey);
  app.decorateRequest('identity', null as never);

  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`Route ${String(route.method)} ${route.url} declares no access`);
  });
  app.addHook('onRequest', async (request) => {
    const header = request.headers[IDENTITY_HEADER];
    request.identity = verify(typeof header === 'string' ? header : undefined);
    authorize(request);
  });
}

function authorize(request: FastifyRequest): void {
  const { access = 'public', ownerParam = 'userId' } = request.routeOptions.config;
  if (access === 'public') return;
  const { identity } = request;
  if (access === 'service') {
    if (identity.kind !== 'service') throw new AppError('forbidden');
    return;
  }
  if (identity.kind !== 'user') throw new AppError('unauthenticated');
  if (access === 'user') return;
  if (identity.isAdmin && access !== 'owner') return;
  if (access === 'admin') throw new AppError('forbidden');
  const owner = (request.params as Record<string, string | undefined>)[ownerParam] ?? '';
  if (/^-?\d+$/.test(owner) && Number(owner) !== identity.userId) throw new AppError('forbidden');
}

/** The signed-in caller of a route that requires one. @throws AppError `unauthenticated` without one */
export function callerOf(request: FastifyRequest): UserIdentity {
  if (request.identity.kind !== 'user') throw new AppError('unauthenticated');
  return request.identity;
}
