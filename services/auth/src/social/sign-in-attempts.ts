import { SOCIAL_PROVIDERS } from '@fasocolis/contracts/auth';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';

/** Time to agree on the provider's page, in seconds. */
export const ATTEMPT_SECONDS = 600;

/** What the library's random values look like; anything else was never one of ours. */
const STATE = /^[\w-]{43}$/;

const AttemptSchema = z.object({
  provider: z.enum(SOCIAL_PROVIDERS),
  nonce: z.string(),
  verifier: z.string(),
  /** The cookie of the browser that started it; null where that cookie cannot come back. */
  browser: z.nullable(z.string()),
});
export type SignInAttempt = z.infer<typeof AttemptSchema>;

const recordOf = (state: string) => `social-sign-in:${state}`;

/** People on their way to a provider and back, by the state that travels with them. */
export class SignInAttempts {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async keep(state: string, attempt: SignInAttempt): Promise<void> {
    await this.#redis.set(recordOf(state), JSON.stringify(attempt), 'EX', ATTEMPT_SECONDS);
  }

  /** The attempt of a state, once: whoever comes second finds nothing. */
  async take(state: string): Promise<SignInAttempt | null> {
    if (!STATE.test(state)) return null;
    const record = await this.#redis.getdel(recordOf(state));
    return record === null ? null : AttemptSchema.parse(JSON.parse(record));
  }
}
