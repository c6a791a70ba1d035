import { AppError } from '@fasocolis/service-kit/errors';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { GatewayConfig } from './config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address as limits count it: of IPv6 the /64 network, which one customer of a provider has. */
    address: string;
  }
}

const MINUTE_MS = 60_000;

type Limit = 'lookup' | 'sign-in' | 'request';

/** Paths below /api/orders that list a user's own orders instead of looking up a reference. */
const OWN_ORDERS = /^(?:saved|user)\//;

/** The limits by address (D-64), counted in Redis for all gateways together. Without Redis no request is refused. */
export interface RateLimits {
  /** Counts a request. @returns how long its address is refused, in seconds; 0 when it is within the limit */
  count: (request: FastifyRequest, limit: Limit) => Promise<number>;
  /** Counts a look-up of an unknown reference; after too many, this process refuses the address's look-ups. */
  countMiss: (request: FastifyRequest) => Promise<void>;
}

/** Sets `request.address` on every request. */
export function registerAddress(app: FastifyInstance): void {
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, _reply, done) => {
    request.address = normalizeIP(request.ip ?? '');
    done();
  });
}

export async function createRateLimits(app: FastifyInstance, redis: Redis, config: GatewayConfig): Promise<RateLimits> {
  if (!config.RATE_LIMITS) return { count: async () => 0, countMiss: async () => {} };
  await app.register(rateLimit, { global: false, redis, nameSpace: 'rate-limit:', skipOnError: true });
  const limiter = (name: Limit | 'miss', max: number, timeWindow: number) =>
    app.createRateLimit({ max, timeWindow, keyGenerator: (request) => `${name}:${request.address}` });
  const limiters = {
    lookup: limiter('lookup', config.RATE_LIMIT_LOOKUPS, MINUTE_MS),
    'sign-in': limiter('sign-in', config.RATE_LIMIT_SIGN_INS, 15 * MINUTE_MS),
    request: limiter('request', config.RATE_LIMIT_REQUESTS, MINUTE_MS),
  };
  const misses = limiter('miss', config.RATE_LIMIT_MISSES, 10 * MINUTE_MS);
  /** The addresses with too many misses, and when they may look up again: reading a second counter would slow look-ups. */
  const blocked = new Map<string, number>();

  return {
    async count(request, limit) {
      const until = limit === 'lookup' ? blocked.get(request.address) : undefined;
      if (until !== undefined) return Math.ceil((until - Date.now()) / 1000);
      const verdict = await limiters[limit](request);
      return !verdict.isAllowed && verdict.isExceeded ? verdict.ttlInSeconds : 0;
    },
    async countMiss(request) {
      const { address } = request;
      const verdict = await misses(request);
      if (verdict.isAllowed || verdict.remaining > 0 || blocked.has(address)) return;
      blocked.set(address, Date.now() + verdict.ttl);
      setTimeout(() => blocked.delete(address), verdict.ttl).unref();
    },
  };
}

/** @throws AppError `too-many-requests` when the address has made too many requests */
export async function assertWithin(
  limits: RateLimits,
  limit: Limit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const seconds = await limits.count(request, limit);
  if (seconds === 0) return;
  reply.header('retry-after', seconds);
  throw new AppError('too-many-requests');
}

/** The limit that a request counts against, chosen by the matched route so that no encoding of the path avoids it. */
function limitFor({ routeOptions, method, params }: FastifyRequest): Limit {
  const { url } = routeOptions;
  const rest = (params as { '*'?: string })['*'] ?? '';
  if (url === '/api/orders/*') {
    const isRead = method === 'GET' || method === 'HEAD';
    const isLookup = isRead ? !OWN_ORDERS.test(rest) : method === 'POST' && rest === 'save';
    return isLookup ? 'lookup' : 'request';
  }
  return url === '/api/auth/*' && method === 'POST' && rest === 'login' ? 'sign-in' : 'request';
}

/** Applies the limits to all routes of a scope. */
export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', (request, reply) => assertWithin(limits, limitFor(request), request, reply));
  // Before the answer is sent, so that the next look-up is checked by it.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 404 && limitFor(request) === 'lookup') await limits.countMiss(request);
    return payload;
  });
}
