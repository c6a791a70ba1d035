import type { AddressLimit, AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';

interface Limits {
  /** Per address and account. */
  failures: AddressLimit;
  /** Per account across addresses; beyond, only known browsers may try. */
  accountFailures: AttemptLimit;
}

interface SignInAttempt {
  /** One key for the username, the email address and the verified number of an account. */
  account: string;
  address: string;
  isKnownBrowser: boolean;
}

export const accountSubject = (userId: number) => `user ${userId}`;

/** Limits wrong passwords and wrong codes together. */
export class SignInLimits {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async assertOpen({ account, address, isKnownBrowser }: SignInAttempt): Promise<void> {
    await this.#limits.failures.assertOpen(address, account);
    if (!isKnownBrowser) await this.#limits.accountFailures.assertOpen(account);
  }

  async countFailure({ account, address }: SignInAttempt): Promise<void> {
    await this.#limits.failures.count(address, account);
    // Counted within the limit above only: a burst from one address must not use up the account's limit.
    await this.#limits.accountFailures.tryCount(account);
  }

  async forgetFailures({ account, address }: SignInAttempt): Promise<void> {
    await this.#limits.failures.forget(address, account);
  }

  /** After a proof of the ownership of the account. */
  async forgetAccount(userId: number, address: string): Promise<void> {
    await this.#limits.failures.forget(address, accountSubject(userId));
    await this.#limits.accountFailures.forget(accountSubject(userId));
  }
}
