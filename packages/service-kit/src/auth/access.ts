import type { ServiceName } from '@fasocolis/contracts/services';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import { ANONYMOUS, IDENTITY_HEADER, type Identity, identityVerifier, isStaff, type UserIdentity } from './identity.ts';

/**
 * Callers that a route accepts. `staff` are agents and the administrator; `service` is for calls between services, which
 * the gateway does not route.
 */
export type Access = 'public' | 'user' | 'owner' | 'owner-or-admin' | 'staff' | 'admin' | 'service';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: there is no default. */
    access?: Access;
    /** The path parameter with the owner's id, for `owner` and `owner-or-admin`. Default: `userId`. */
    ownerParam?: string;
    /** Open to staff who have to set up a second factor; elsewhere they are visitors. */
    beforeSecondFactor?: boolean;
    /** The services that may call the route, for `service`. */
    callers?: readonly ServiceName[];
  }
  interface FastifyRequest {
    identity: Identity;
  }
}

/**
 * Verifies the identity of every request and authorizes it before the body is read.
 * @param identityKeys public keys of the issuers, as a JWK Set
 * @param audience this service
 * @throws Error when a route is registered without an access level, or for services without naming them; those routes,
 *   and no others, are below /internal/
 */
export function registerAccess(app: FastifyInstance, identityKeys: string, audience: string): void {
  const verify = identityVerifier(identityKeys, audience);
  app.decorateRequest('identity', null as never);

  app.addHook('onRoute', (route) => {
    const { access, callers } = route.config ?? {};
    const name = `Route ${String(route.method)} ${route.url}`;
    if (!access) throw new Error(`${name} declares no access`);
    const isInternal = /^\/internal(?:\/|$)/.test(route.url);
    if (isInternal !== (access === 'service')) throw new Error(`${name} is internal by its path or its access alone`);
    if (isInternal && !callers?.length) throw new Error(`${name} declares no callers`);
  });
  app.addHook('onRequest', async (request) => {
    const header = request.headers[IDENTITY_HEADER];
    request.identity = verify(typeof header === 'string' ? header : undefined);
    authorize(request);
  });
}

function authorize(request: FastifyRequest): void {
  const { access = 'public', ownerParam = 'userId', callers = [], beforeSecondFactor } = request.routeOptions.config;
  if (request.identity.kind === 'user' && request.identity.needsSecondFactor && !beforeSecondFactor) {
    if (access !== 'public') throw new AppError('second-factor-required');
    request.identity = ANONYMOUS;
  }
  if (access === 'public') return;
  const { identity } = request;
  if (access === 'service') {
    if (identity.kind !== 'service' || !callers.includes(identity.name)) throw new AppError('forbidden');
    return;
  }
  if (identity.kind !== 'user') throw new AppError('unauthenticated');
  if (access === 'user') return;
  if (identity.isAdmin && access !== 'owner') return;
  if (access === 'staff' && isStaff(identity)) return;
  if (access === 'admin' || access === 'staff') throw new AppError('forbidden');
  const owner = (request.params as Record<string, string | undefined>)[ownerParam] ?? '';
  if (/^-?\d+$/.test(owner) && Number(owner) !== identity.userId) throw new AppError('forbidden');
}

/** The signed-in caller of a route that requires one. @throws AppError `unauthenticated` without one */
export function callerOf(request: FastifyRequest): UserIdentity {
  if (request.identity.kind !== 'user') throw new AppError('unauthenticated');
  return request.identity;
}
