import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { AppError } from '../http/errors.ts';

interface AttemptLimitOptions {
  /** Prefix of the counters in Redis. */
  name: string;
  /** Attempts allowed per window; null disables the limit. */
  most: number | null;
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

  /** @throws AppError `too-many-requests` when the limit is reached */
  async assertOpen(...subject: string[]): Promise<void> {
    const { most } = this.#options;
    if (most === null) return;
    if (Number(await this.#redis.get(this.#counter(subject))) >= most) throw new AppError('too-many-requests');
  }

  /**
   * Counts an attempt; concurrent attempts cannot exceed the limit.
   * @throws AppError `too-many-requests` over the limit
   */
  async count(...subject: string[]): Promise<void> {
    if (!(await this.tryCount(...subject))) throw new AppError('too-many-requests');
  }

  /** Counts an attempt. @returns whether it is within the limit */
  async tryCount(...subject: string[]): Promise<boolean> {
    const { most, windowSeconds } = this.#options;
    if (most === null) return true;
    const counter = this.#counter(subject);
    const replies = await this.#redis.multi().incr(counter).expire(counter, windowSeconds, 'NX').exec();
    return Number(replies?.[0]?.[1]) <= most;
  }

  async forget(...subject: string[]): Promise<void> {
    if (this.#options.most !== null) await this.#redis.del(this.#counter(subject));
  }

  /** Hashed, because users type passwords into the wrong field. */
  #counter(subject: string[]): string {
    return `attempts:${this.#options.name}:${createHash('sha256').update(subject.join('\n')).digest('base64url')}`;
  }
}
