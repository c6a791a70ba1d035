import { AppError, retryIn } from '@fasocolis/service-kit/http/errors';
import { networkOf } from '@fasocolis/service-kit/http/network';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Devices } from './callers.ts';

const WINDOW_SECONDS = 600;
const MAX_OF_USER = 60;
const MAX_OF_DEVICE = 30;
/** The limit of a network (IPv4 /24, IPv6 /48), as a multiple of that of an address. */
export const NETWORK_FACTOR = 10;
const MAX_REFUSED = 50_000;

interface Options {
  redis: Redis;
  devices: Devices;
  maxOfVisitors: number;
}

interface Counter {
  key: string;
  max: number;
}

/**
 * Refuses the lookups of a caller who has looked up too many distinct unknown references, and of no other
 * (SEC-025, docs/decisions/0040). Counted in Redis for all gateways; without Redis nothing is refused.
 */
export class UnknownReferences {
  readonly #redis: Redis;
  readonly #devices: Devices;
  readonly #maxOfVisitors: number;
  /** Refused callers, with the end of the refusal: a read of Redis per lookup would make lookups slower. */
  readonly #refused = new LRUCache<string, number>({ max: MAX_REFUSED });

  constructor({ redis, devices, maxOfVisitors }: Options) {
    this.#redis = redis;
    this.#devices = devices;
    this.#maxOfVisitors = maxOfVisitors;
  }

  assertOpen(request: FastifyRequest): void {
    if (this.#refused.size === 0 || request.isStaff) return;
    const ends = this.#countersOf(request).map(({ key }) => this.#refused.get(key) ?? 0);
    const seconds = Math.ceil((Math.max(...ends) - Date.now()) / 1000);
    if (seconds > 0) throw refusal(seconds);
  }

  async count(named: string, request: FastifyRequest): Promise<void> {
    if (request.isStaff) return;
    const counters = this.#countersOf(request);
    const commands = this.#redis.pipeline();
    for (const { key } of counters) {
      commands
        .sadd(key, ...named.split(','))
        .expire(key, WINDOW_SECONDS, 'NX')
        .scard(key)
        .ttl(key);
    }
    const results = await commands.exec();
    const failure = results?.find(([error]) => error)?.[0];
    if (failure) {
      request.log.warn({ err: failure }, 'unknown references not counted');
      return;
    }
    for (const [index, { key, max }] of counters.entries()) {
      const distinct = Number(results?.[index * 4 + 2]?.[1]);
      const seconds = Number(results?.[index * 4 + 3]?.[1]);
      if (!(distinct >= max)) continue;
      if (!this.#refused.has(key)) this.#refused.set(key, Date.now() + seconds * 1000, { ttl: seconds * 1000 });
      if (distinct > max) throw refusal(seconds);
    }
  }

  #countersOf(request: FastifyRequest): Counter[] {
    const { kind, key } = this.#devices.callerOf(request);
    if (kind === 'user') return [{ key: `misses:${key}`, max: MAX_OF_USER }];
    if (kind === 'device') return [{ key: `misses:${key}`, max: MAX_OF_DEVICE }];
    const network = `misses:network:${networkOf(request.address)}`;
    return [
      { key: `misses:${key}`, max: this.#maxOfVisitors },
      { key: network, max: NETWORK_FACTOR * this.#maxOfVisitors },
    ];
  }
}

const refusal = (seconds: number) =>
  new AppError('too-many-requests', `Trop de numéros inconnus. ${retryIn(seconds)}, ou écrivez-nous sur WhatsApp.`, {
    retryAfterSeconds: seconds,
  });
