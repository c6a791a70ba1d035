import { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { Redis } from 'ioredis';

const DAY_SECONDS = 24 * 3600;

/** The emails a day that an attacker cannot use up, by purpose: what the owner needs. */
const SHARES = { proof: 2, reset: 2, rescue: 1, report: 2 } as const;
/** Those for any purpose. With the shares ten a day. */
const FREE = 3;

export type EmailPurpose = keyof typeof SHARES;

export class AccountEmailBudget {
  readonly #shares: Record<EmailPurpose, AttemptLimit>;
  readonly #free: AttemptLimit;

  constructor(redis: Redis, isLimited: boolean) {
    const daily = (name: string, max: number) =>
      new AttemptLimit(redis, {
        name: `account-emails:${name}`,
        max: isLimited ? max : null,
        windowSeconds: DAY_SECONDS,
      });
    this.#shares = {
      proof: daily('proof', SHARES.proof),
      reset: daily('reset', SHARES.reset),
      rescue: daily('rescue', SHARES.rescue),
      report: daily('report', SHARES.report),
    };
    this.#free = daily('free', FREE);
  }

  /** Counts an email. @returns whether it may be sent */
  async tryCount(purpose: EmailPurpose, emailKey: string): Promise<boolean> {
    return (await this.#shares[purpose].tryCount(emailKey)) || this.#free.tryCount(emailKey);
  }

  async refuse(emailKey: string): Promise<void> {
    await this.#free.assertOpen(emailKey);
  }
}
