import { AppError } from '@fasocolis/service-kit/errors';
import rateLimit, { normalizeIP, type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { GatewayConfig } from './config.ts';

const MINUTE_MS = 60_000;

type Limit = 'lookup' | 'sign-in' | 'request';

/** Paths below /api/orders that ask for somebody's own orders, not for a reference. */
const OWN_ORDERS = /^(?:saved|user)\//;

const optionsFor = (redis: Redis): RateLimitPluginOptions => ({
  global: false,
  redis,
  nameSpace: 'rate-limit:',
  skipOnError: true,
});

/** The one limit a request counts against. Judged by the matched route, so that no spelling of a path escapes it. */
function limitFor(request: FastifyRequest): Limit {
  const { url } = request.routeOptions;
  const rest = (request.params as { '*'?: string })['*'] ?? '';
  if (url === '/api/orders/*' && (request.method === 'GET' || request.method === 'HEAD')) {
    return OWN_ORDERS.test(rest) ? 'request' : 'lookup';
  }
  return url === '/api/auth/*' && request.method === 'POST' && rest === 'login' ? 'sign-in' : 'request';
}

/** Limits how often one address may call (D-64), counted in Redis for all gateways together. Without Redis nobody is refused. */
export async function registerRateLimits(app: FastifyInstance, counters: Redis, config: GatewayConfig): Promise<void> {
  if (!config.RATE_LIMITS) return;
  await app.register(rateLimit, optionsFor(counters));
  const limiter = (name: Limit, max: number, timeWindow: number) =>
    app.createRateLimit({ max, timeWindow, keyGenerator: (request) => `${name}:${normalizeIP(request.ip)}` });
  const limiters = {
    lookup: limiter('lookup', config.RATE_LIMIT_LOOKUPS, MINUTE_MS),
    'sign-in': limiter('sign-in', config.RATE_LIMIT_SIGN_INS, 15 * MINUTE_MS),
    request: limiter('request', config.RATE_LIMIT_REQUESTS, MINUTE_MS),
  };

  app.addHook('onRequest', async (request, reply) => {
    const verdict = await limiters[limitFor(request)](request);
    if (verdict.isAllowed || !verdict.isExceeded) return;
    reply.header('retry-after', verdict.ttlInSeconds);
    throw new AppError('too-many-requests');
  });
}

/**
 * The function that counts a page with a parcel's preview, and tells whether it may be looked up: as often as by the
 * API, or the pages would be a way around that limit.
 */
export async function previewLimit(app: FastifyInstance, counters: Redis, config: GatewayConfig) {
  if (!config.RATE_LIMITS) return async () => true;
  let count: ReturnType<FastifyInstance['createRateLimit']> | undefined;
  await app.register(async (scope) => {
    await scope.register(rateLimit, optionsFor(counters));
    count = scope.createRateLimit({
      max: config.RATE_LIMIT_LOOKUPS,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `preview:${normalizeIP(request.ip)}`,
    });
  });
  return async (request: FastifyRequest) => {
    const verdict = await count?.(request);
    return verdict === undefined || verdict.isAllowed || !verdict.isExceeded;
  };
}
