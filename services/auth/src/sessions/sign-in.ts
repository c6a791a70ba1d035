import { type Login, PASSWORD_MAX } from '@fasocolis/contracts/auth';
import type { AttemptLimit } from '@fasocolis/service-kit/attempt-limit';
import { AppError } from '@fasocolis/service-kit/errors';
import type { Database } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { verifyPassword } from '../password.ts';
import { loginKey } from '../users/user-row.ts';

export interface SignInLimits {
  /** Failed sign-ins per account and address. */
  failures: AttemptLimit;
  /** Failed sign-ins per account from all addresses. Beyond it, only browsers that signed in to it before may continue. */
  accountFailures: AttemptLimit;
}

interface Dependencies extends SignInLimits {
  database: Database;
  /** Whether the user has signed in with this browser before. */
  knowsBrowser: (userId: number) => boolean;
  /** Opens the session. */
  open: (user: User) => Promise<void>;
}

const wrong = () => new AppError('unauthenticated', "Email, nom d'utilisateur ou mot de passe incorrect");

/**
 * Signs in the person behind an e-mail or username and password. Unknown accounts and wrong passwords take as long and
 * read the same.
 *
 * @param address where the attempt comes from
 * @throws AppError `unauthenticated`, `too-many-requests`
 */
export async function signIn(
  { email, password }: Login,
  address: string,
  { database, failures, accountFailures, knowsBrowser, open }: Dependencies,
): Promise<User> {
  const login = loginKey(email);
  const user = await findByLogin(database, login);
  // Counted by id: otherwise the username and the e-mail would each have their own counter.
  const account = user ? `user ${user.id}` : login;
  const isKnownBrowser = user !== null && knowsBrowser(user.id);
  const assertOpen = async () => {
    await failures.assertOpen(account, address);
    if (!isKnownBrowser) await accountFailures.assertOpen(account);
  };
  await assertOpen();
  // Longer passwords cannot exist; comparing them would only cost time.
  const matches = await verifyPassword(password.slice(0, PASSWORD_MAX + 1), user?.passwordHash ?? null);
  if (!user || !matches || password.length > PASSWORD_MAX) {
    await failures.count(account, address);
    // Counted only if the limit above let it through: a burst from one address must not use up the account's limit.
    await accountFailures.tryCount(account);
    throw wrong();
  }
  // Checked again: a right guess among many concurrent wrong ones must not be revealed.
  await assertOpen();
  await failures.forget(account, address);

  return database.$transaction(async (transaction) => {
    // Holds the user until the session is there: a password change or deletion at this moment either ends it or wins.
    const [current] = await transaction.user.updateManyAndReturn({
      where: { id: user.id, passwordHash: user.passwordHash },
      // "Last connection" in the back office is the updated date.
      data: { updatedAt: new Date() },
    });
    if (!current) throw wrong();
    await open(current);
    return current;
  });
}

/** PostgreSQL has no U+0000: such a name is nobody's. */
async function findByLogin(database: Database, account: string): Promise<User | null> {
  if (account.includes('\u0000')) return null;
  return account.includes('@')
    ? database.user.findUnique({ where: { emailKey: account } })
    : database.user.findUnique({ where: { usernameKey: account } });
}
