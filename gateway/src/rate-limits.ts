import { AppError } from '@fasocolis/service-kit/http/errors';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { GatewayConfig } from './config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address for rate limits: for IPv6 the /64 network, which one subscriber has. */
    address: string;
  }
}

const MINUTE_MS = 60_000;

type Limit = 'lookup' | 'sign-in' | 'webhook' | 'request';

/** WhatsApp reports three times about each message, from few addresses. */
const WEBHOOKS_PER_REQUEST = 10;

/** Paths below /api/auth that take a password or a code. */
const SIGN_INS = new Set(['login', 'second-step']);

/** Paths below /api/orders that are not lookups. */
const OWN_ORDERS = /^(?:saved|user)\//;

/** Limits per address (D-64), counted in Redis for all gateways. Without Redis no request is rejected. */
export interface RateLimits {
  /** Counts a request. @returns the seconds for which the address is rejected; 0 within the limit */
  count: (request: FastifyRequest, limit: Limit) => Promise<number>;
  /** Counts an unknown reference; too many block further lookups of the address by this process. */
  countMiss: (request: FastifyRequest) => Promise<void>;
}

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
    webhook: limiter('webhook', WEBHOOKS_PER_REQUEST * config.RATE_LIMIT_REQUESTS, MINUTE_MS),
    request: limiter('request', config.RATE_LIMIT_REQUESTS, MINUTE_MS),
  };
  const misses = limiter('miss', config.RATE_LIMIT_MISSES, 10 * MINUTE_MS);
  /** Blocked addresses with the end of the block; a second counter in Redis would slow lookups. */
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

/** @throws AppError `too-many-requests` over the limit */
export async function assertWithin(limits: RateLimits, limit: Limit, request: FastifyRequest): Promise<void> {
  const retryAfterSeconds = await limits.count(request, limit);
  if (retryAfterSeconds > 0) throw new AppError('too-many-requests', undefined, { retryAfterSeconds });
}

/** The limit of a request, by the matched route, so that no encoding of the path avoids it. */
function limitFor({ routeOptions, method, params }: FastifyRequest): Limit {
  const { url } = routeOptions;
  const rest = (params as { '*'?: string })['*'] ?? '';
  if (url === '/api/orders/*') {
    const isRead = method === 'GET' || method === 'HEAD';
    const isLookup = isRead ? !OWN_ORDERS.test(rest) : method === 'POST' && rest === 'save';
    return isLookup ? 'lookup' : 'request';
  }
  // It names references too.
  if (url === '/api/push/*' && method === 'POST') return 'lookup';
  if (url === '/api/whatsapp/*') return 'webhook';
  return url === '/api/auth/*' && method === 'POST' && SIGN_INS.has(rest) ? 'sign-in' : 'request';
}

export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', (request) => assertWithin(limits, limitFor(request), request));
  // Before the response is sent, so that the next lookup counts it.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 404 && limitFor(request) === 'lookup') await limits.countMiss(request);
    return payload;
  });
}
