import { Readable } from 'node:stream';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { networkOf } from '@fasocolis/service-kit/http/network';
import { UNKNOWN_REFERENCES_HEADER } from '@fasocolis/service-kit/http/unknown-references';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Devices } from './callers.ts';
import type { GatewayConfig } from './config.ts';
import { NETWORK_FACTOR, UnknownReferences } from './unknown-references.ts';

const MINUTE_MS = 60_000;

type Limit = NonNullable<Operation['limit']> | 'request';

/** WhatsApp reports three times about each message, from few addresses. */
const WEBHOOKS_PER_REQUEST = 10;

/** Limits per address (D-64), counted in Redis for all gateways. Without Redis no request is rejected. */
export interface RateLimits {
  count: (request: FastifyRequest, limit: Limit) => Promise<number>;
  unknownReferences: UnknownReferences | null;
}

export async function createRateLimits(
  app: FastifyInstance,
  redis: Redis,
  devices: Devices,
  config: GatewayConfig,
): Promise<RateLimits> {
  if (!config.RATE_LIMITS) return { count: async () => 0, unknownReferences: null };
  await app.register(rateLimit, { global: false, redis, nameSpace: 'rate-limit:', skipOnError: true });
  const limiter = (
    name: string,
    max: number,
    timeWindow: number,
    keyOf = (request: FastifyRequest) => request.address,
  ) => app.createRateLimit({ max, timeWindow, keyGenerator: (request) => `${name}:${keyOf(request)}` });
  const quarterHour = 15 * MINUTE_MS;
  const limiters = {
    lookup: [limiter('lookup', config.RATE_LIMIT_LOOKUPS, MINUTE_MS)],
    'sign-in': [
      limiter('sign-in', config.RATE_LIMIT_SIGN_INS, quarterHour),
      limiter('sign-in', NETWORK_FACTOR * config.RATE_LIMIT_SIGN_INS, quarterHour, ({ address }) => networkOf(address)),
    ],
    webhook: [limiter('webhook', WEBHOOKS_PER_REQUEST * config.RATE_LIMIT_REQUESTS, MINUTE_MS)],
    request: [limiter('request', config.RATE_LIMIT_REQUESTS, MINUTE_MS)],
  };

  return {
    async count(request, limit) {
      for (const within of limiters[limit]) {
        const verdict = await within(request);
        if (!verdict.isAllowed && verdict.isExceeded) return verdict.ttlInSeconds;
      }
      return 0;
    },
    unknownReferences: new UnknownReferences({ redis, devices, maxOfVisitors: config.RATE_LIMIT_MISSES }),
  };
}

export async function assertWithin(limits: RateLimits, limit: Limit, request: FastifyRequest): Promise<void> {
  const retryAfterSeconds = await limits.count(request, limit);
  if (retryAfterSeconds > 0) throw new AppError('too-many-requests', undefined, { retryAfterSeconds });
}

/** The limit of a request, by the matched route, so that no encoding of the path avoids it. */
const limitOf = ({ routeOptions }: FastifyRequest): Limit => routeOptions.config.operation?.limit ?? 'request';

export function registerRateLimits(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', (request) => assertWithin(limits, limitOf(request), request));
}

export function registerLookups(app: FastifyInstance, { unknownReferences }: RateLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (limitOf(request) === 'lookup') unknownReferences?.assertOpen(request);
    done();
  });
  // The lookup is counted before the response is sent, so that the next one is counted after it.
  app.addHook('onSend', async (request, reply, payload) => {
    const named = reply.getHeader(UNKNOWN_REFERENCES_HEADER);
    if (named === undefined) return payload;
    reply.removeHeader(UNKNOWN_REFERENCES_HEADER);
    try {
      await unknownReferences?.count(String(named), request);
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      throw error;
    }
    return payload;
  });
}
