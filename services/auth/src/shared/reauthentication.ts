import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyRequest } from 'fastify';
import type { User } from '../generated/prisma/client.ts';
import { verifyPassword } from '../password.ts';
import type { Dependencies } from './dependencies.ts';
import { accountSubject } from './sign-in-limits.ts';

/** How long after a sign-in sensitive changes need no password. */
const RECENT_MS = 10 * 60_000;

interface Attempt {
  identity: UserIdentity;
  address: string;
}

export const attemptOf = (request: FastifyRequest): Attempt => ({ identity: callerOf(request), address: request.ip });

export const wrongPassword = () => new AppError('bad-request', 'Le mot de passe actuel est incorrect');

/** Requires a recent sign-in or the caller's password, which has to be right whenever it is sent. */
export async function assertRecentSignIn(
  dependencies: Dependencies,
  attempt: Attempt,
  currentPassword?: string,
): Promise<void> {
  if (currentPassword) return void (await verifyOwnPassword(dependencies, attempt, currentPassword));
  const session = await dependencies.sessions.find(attempt.identity.sessionKey);
  const proofs = [session?.createdAt, session?.reauthenticatedAt];
  if (proofs.some((at) => at !== undefined && Date.now() - Date.parse(at) < RECENT_MS)) return;
  if (currentPassword === undefined) throw new AppError('reauthentication-required');
  await verifyOwnPassword(dependencies, attempt, currentPassword);
}

/** Verifies the caller's password, after which the session counts as a recent sign-in. */
export async function reauthenticate(dependencies: Dependencies, attempt: Attempt, password: string): Promise<void> {
  await verifyOwnPassword(dependencies, attempt, password);
  await dependencies.sessions.confirm(attempt.identity.sessionKey);
}

export async function verifyOwnPassword(
  { database, failures }: Dependencies,
  { identity, address }: Attempt,
  password: string,
): Promise<User> {
  const subject = [address, accountSubject(identity.userId)] as const;
  await failures.assertOpen(...subject);
  const user = await database.user.findUnique({ where: { id: identity.userId } });
  if (!user) throw new AppError('unauthenticated');
  if (user.passwordHash === null) throw new AppError('bad-request', 'Ce compte utilise une connexion externe');
  if (!(await verifyPassword(password, user.passwordHash))) {
    await failures.count(...subject);
    throw wrongPassword();
  }
  // The limit is checked again, so that a right guess among concurrent wrong ones is not revealed.
  await failures.assertOpen(...subject);
  await failures.forget(...subject);
  return user;
}
