import { type Login, PASSWORD_MAX } from '@fasocolis/contracts/auth';
import { readPhone } from '@fasocolis/contracts/reading/phone';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { AuditDetails } from '@fasocolis/service-kit/ops/audit';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { verifyPassword } from '../password.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import type { NextStep } from '../shared/open-session.ts';
import { holderOf } from '../shared/phone-numbers.ts';
import { accountSubject, assertSignInOpen, countFailure, forgetFailures } from '../shared/sign-in-limits.ts';
import { loginKey } from '../shared/user-row.ts';

interface SignInDependencies extends Pick<Dependencies, 'database' | 'failures' | 'accountFailures'> {
  knowsBrowser: (userId: number) => boolean;
  completeFirstStep: (user: User, transaction: Transaction) => Promise<NextStep>;
  audit: AuditDetails;
}

const wrong = () => new AppError('unauthenticated', "Email, nom d'utilisateur ou mot de passe incorrect");

/**
 * Signs in by email address, username or verified phone number, and password. Unknown accounts and wrong passwords take as long and look the
 * same.
 * @returns the user; null when the second step has to follow
 */
export async function signIn(
  { email, password }: Login,
  address: string,
  dependencies: SignInDependencies,
): Promise<User | null> {
  const { database, knowsBrowser, completeFirstStep, audit } = dependencies;
  const login = loginKey(email);
  const user = await findByLogin(database, login);
  if (user) audit.account = user.id;
  const attempt = {
    account: user ? accountSubject(user.id) : login,
    address,
    isKnownBrowser: user !== null && knowsBrowser(user.id),
  };
  await assertSignInOpen(dependencies, attempt);
  // No account has a longer password; hashing one would cost time.
  const matches = await verifyPassword(password.slice(0, PASSWORD_MAX + 1), user?.passwordHash ?? null);
  if (!user || !matches || password.length > PASSWORD_MAX) {
    await countFailure(dependencies, attempt);
    throw wrong();
  }
  // Checked again, so that a right guess among concurrent wrong ones is not revealed.
  await assertSignInOpen(dependencies, attempt);

  const admitted = await database.$transaction(async (transaction) => {
    // Locks the user until the session exists: a concurrent password change or deletion either ends it or wins.
    const [current] = await transaction.user.updateManyAndReturn({
      where: { id: user.id, passwordHash: user.passwordHash },
      data: { updatedAt: new Date() },
    });
    if (!current) throw wrong();
    return (await completeFirstStep(current, transaction)) === 'session' ? current : null;
  });
  // Before the second step, a known password would reset the limit of wrong codes.
  if (admitted) await forgetFailures(dependencies, attempt);
  return admitted;
}

/** By address, by verified phone number in any spelling, or by username. PostgreSQL text cannot contain U+0000. */
async function findByLogin(database: Database, account: string): Promise<User | null> {
  if (account.includes('\u0000')) return null;
  if (account.includes('@')) return database.user.findUnique({ where: { emailKey: account } });
  const phone = readPhone(account);
  // A username has a letter, and a number has none.
  return phone === null ? database.user.findUnique({ where: { usernameKey: account } }) : holderOf(database, phone);
}
