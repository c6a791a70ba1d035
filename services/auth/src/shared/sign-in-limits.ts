import type { Dependencies } from './dependencies.ts';

/** Wrong passwords and wrong codes count together. */
type Limits = Pick<Dependencies, 'failures' | 'accountFailures'>;

interface SignInAttempt {
  /** One key for the username, the email address and the verified number of an account. */
  account: string;
  address: string;
  isKnownBrowser: boolean;
}

export const accountSubject = (userId: number) => `user ${userId}`;

export async function assertSignInOpen(
  { failures, accountFailures }: Limits,
  { account, address, isKnownBrowser }: SignInAttempt,
): Promise<void> {
  await failures.assertOpen(address, account);
  if (!isKnownBrowser) await accountFailures.assertOpen(account);
}

export async function countFailure(
  { failures, accountFailures }: Limits,
  { account, address }: SignInAttempt,
): Promise<void> {
  await failures.count(address, account);
  // It is counted within the limit above only: a burst from one address must not use up the account's limit.
  await accountFailures.tryCount(account);
}

export async function forgetFailures({ failures }: Limits, { account, address }: SignInAttempt): Promise<void> {
  await failures.forget(address, account);
}

/** After a proof of the ownership of the account. */
export async function forgetAccountFailures(
  { failures, accountFailures }: Limits,
  userId: number,
  address: string,
): Promise<void> {
  await failures.forget(address, accountSubject(userId));
  await accountFailures.forget(accountSubject(userId));
}
