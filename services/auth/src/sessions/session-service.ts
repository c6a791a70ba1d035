import { type Login, PASSWORD_MAX } from '@fasocolis/contracts/auth';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { AuditDetails } from '@fasocolis/service-kit/ops/audit';
import type { Database } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { verifyPassword } from '../password.ts';
import { loginKey } from '../shared/user-row.ts';

export interface SignInLimits {
  /** Per account and address. */
  failures: AttemptLimit;
  /** Per account across addresses; beyond, only known browsers may try. */
  accountFailures: AttemptLimit;
}

interface Dependencies extends SignInLimits {
  database: Database;
  knowsBrowser: (userId: number) => boolean;
  open: (user: User) => Promise<void>;
  audit: AuditDetails;
}

const wrong = () => new AppError('unauthenticated', "Email, nom d'utilisateur ou mot de passe incorrect");

/**
 * Signs in by email address or username and password. Unknown accounts and wrong passwords take as long and look the
 * same.
 * @throws AppError `unauthenticated`, `too-many-requests`
 */
export async function signIn(
  { email, password }: Login,
  address: string,
  { database, failures, accountFailures, knowsBrowser, open, audit }: Dependencies,
): Promise<User> {
  const login = loginKey(email);
  const user = await findByLogin(database, login);
  if (user) audit.account = user.id;
  // By id: username and email address share a counter.
  const account = user ? `user ${user.id}` : login;
  const isKnownBrowser = user !== null && knowsBrowser(user.id);
  const assertOpen = async () => {
    await failures.assertOpen(account, address);
    if (!isKnownBrowser) await accountFailures.assertOpen(account);
  };
  await assertOpen();
  // Longer passwords do not exist; comparing them would cost time.
  const matches = await verifyPassword(password.slice(0, PASSWORD_MAX + 1), user?.passwordHash ?? null);
  if (!user || !matches || password.length > PASSWORD_MAX) {
    await failures.count(account, address);
    // Counted within the limit above only: a burst from one address must not use up the account's limit.
    await accountFailures.tryCount(account);
    throw wrong();
  }
  // Checked again, so that a right guess among concurrent wrong ones is not revealed.
  await assertOpen();
  await failures.forget(account, address);

  return database.$transaction(async (transaction) => {
    // Locks the user until the session exists: a concurrent password change or deletion either ends it or wins.
    const [current] = await transaction.user.updateManyAndReturn({
      where: { id: user.id, passwordHash: user.passwordHash },
      data: { updatedAt: new Date() },
    });
    if (!current) throw wrong();
    await open(current);
    return current;
  });
}

/** PostgreSQL text cannot contain U+0000. */
async function findByLogin(database: Database, account: string): Promise<User | null> {
  if (account.includes('\u0000')) return null;
  return account.includes('@')
    ? database.user.findUnique({ where: { emailKey: account } })
    : database.user.findUnique({ where: { usernameKey: account } });
}
