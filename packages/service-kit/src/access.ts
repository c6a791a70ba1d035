import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { IDENTITY_HEADER, type Identity, identityVerifier, type UserIdentity } from './identity.ts';

/** Who may call a route. `service` is for calls between services, which the gateway never lets in. */
export type Access = 'public' | 'user' | 'owner' | 'owner-or-admin' | 'admin' | 'service';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: there is no default. */
    access?: Access;
    /** For `owner` and `owner-or-admin`: the path parameter that holds the owner's id (`userId` when absent). */
    ownerParam?: string;
  }
  interface FastifyRequest {
    identity: Identity;
  }
}

/**
 * Reads the signed identity of every request and checks the right to call before the body is even read.
 * Registering a route without an access level throws, so that none is open by oversight.
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
  // Text that is no id belongs to nobody: validation answers 400 to it.
  if (/^-?\d+$/.test(owner) && Number(owner) !== identity.userId) throw new AppError('forbidden');
}

/**
 * The signed-in caller of a route whose access asks for one.
 * @throws AppError `unauthenticated` when there is none
 */
export function callerOf(request: FastifyRequest): UserIdentity {
  if (request.identity.kind !== 'user') throw new AppError('unauthenticated');
  return request.identity;
}
