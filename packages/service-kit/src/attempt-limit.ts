import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { AppError } from './errors.ts';

interface AttemptLimitOptions {
  /** Keeps the counters of one limit apart from another's. */
  name: string;
  /** How many attempts are let through in a window; null lets everything through. */
  most: number | null;
  windowSeconds: number;
}

/** Counts attempts per subject, for all processes together, and refuses those beyond the limit until the window ends. */
export class AttemptLimit {
  readonly #redis: Redis;
  readonly #options: AttemptLimitOptions;

  constructor(redis: Redis, options: AttemptLimitOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  /** @throws AppError `too-many-requests` when as many attempts were counted as are allowed */
  async assertOpen(...subject: string[]): Promise<void> {
    const { most } = this.#options;
    if (most === null) return;
    if (Number(await this.#redis.get(this.#counter(subject))) >= most) throw new AppError('too-many-requests');
  }

  /**
   * Counts an attempt. Of many at once, no more than allowed pass.
   * @throws AppError `too-many-requests` when it is one too many
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

  /** Hashed, because people type their password into the wrong field. */
  #counter(subject: string[]): string {
    return `attempts:${this.#options.name}:${createHash('sha256').update(subject.join('\n')).digest('base64url')}`;
  }
}
