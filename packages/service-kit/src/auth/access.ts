import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../http/errors.ts';
import '../http/operations.ts';
import { ANONYMOUS, IDENTITY_HEADER, type Identity, identityVerifier, isStaff, type UserIdentity } from './identity.ts';

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity;
  }
}

/**
 * Verifies the identity of every request and authorizes it before the body is read.
 * @param identityKeys public keys of the issuers, as a JWK Set
 * @param audience this service
 */
export function registerAccess(app: FastifyInstance, identityKeys: string, audience: string): void {
  const verify = identityVerifier(identityKeys, audience);
  app.decorateRequest('identity', null as never);

  app.addHook('onRequest', async (request) => {
    const header = request.headers[IDENTITY_HEADER];
    request.identity = verify(typeof header === 'string' ? header : undefined);
    authorize(request);
  });
}

function authorize(request: FastifyRequest): void {
  const { operation } = request.routeOptions.config;
  if (!operation) return;
  const { access, ownerParam = 'userId', callers = [], beforeSecondFactor } = operation;
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
