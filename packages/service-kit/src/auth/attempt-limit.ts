import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { AppError } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';

interface AttemptLimitOptions {
  name: string;
  max: number | null;
  windowSeconds: number;
}

/** Counts attempts per subject across all processes and rejects those over the limit until the window ends. */
export class AttemptLimit {
  readonly #redis: Redis;
  readonly #options: AttemptLimitOptions;

  constructor(redis: Redis, options: AttemptLimitOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  async assertOpen(...subject: string[]): Promise<void> {
    const { max } = this.#options;
    if (max === null) return;
    const counter = this.#counter(subject);
    if (Number(await this.#redis.get(counter)) >= max) throw tooMany(await this.#redis.ttl(counter));
  }

  /**
   * Counts an attempt; concurrent attempts cannot exceed the limit.
   * @throws AppError `too-many-requests` over the limit
   */
  async count(...subject: string[]): Promise<void> {
    if (await this.tryCount(...subject)) return;
    throw tooMany(await this.#redis.ttl(this.#counter(subject)));
  }

  async tryCount(...subject: string[]): Promise<boolean> {
    const { max, windowSeconds } = this.#options;
    if (max === null) return true;
    const counter = this.#counter(subject);
    const replies = await this.#redis.multi().incr(counter).expire(counter, windowSeconds, 'NX').exec();
    return Number(replies?.[0]?.[1]) <= max;
  }

  async forget(...subject: string[]): Promise<void> {
    if (this.#options.max !== null) await this.#redis.del(this.#counter(subject));
  }

  /** Under the service's Redis user, which may use no other counters. Hashed, because users type passwords into the wrong field. */
  #counter(subject: string[]): string {
    const user = this.#redis.options.username ?? 'default';
    return `attempts:${user}:${this.#options.name}:${createHash('sha256').update(subject.join('\n')).digest('base64url')}`;
  }
}

const tooMany = (ttl: number) => new AppError('too-many-requests', undefined, { retryAfterSeconds: Math.max(1, ttl) });

/** How many addresses of a network may use up the limit of an address. */
const NETWORK_FACTOR = 10;

/** An attempt limit per address that also counts the address's network, at ten times the value. */
export class AddressLimit {
  readonly #byAddress: AttemptLimit;
  readonly #byNetwork: AttemptLimit;

  constructor(redis: Redis, { name, max, windowSeconds }: AttemptLimitOptions) {
    this.#byAddress = new AttemptLimit(redis, { name, max, windowSeconds });
    const maxOfNetwork = max === null ? null : max * NETWORK_FACTOR;
    this.#byNetwork = new AttemptLimit(redis, { name: `${name}:network`, max: maxOfNetwork, windowSeconds });
  }

  async assertOpen(address: string, ...subject: string[]): Promise<void> {
    await this.#byAddress.assertOpen(address, ...subject);
    await this.#byNetwork.assertOpen(networkOf(address), ...subject);
  }

  /** Counts an attempt; those over the address's limit do not use up that of its network. @throws as `assertOpen` */
  async count(address: string, ...subject: string[]): Promise<void> {
    await this.#byAddress.count(address, ...subject);
    await this.#byNetwork.count(networkOf(address), ...subject);
  }

  async forget(address: string, ...subject: string[]): Promise<void> {
    await this.#byAddress.forget(address, ...subject);
    await this.#byNetwork.forget(networkOf(address), ...subject);
  }
}
