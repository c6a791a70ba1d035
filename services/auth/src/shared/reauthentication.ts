import { callerOf } from '@fasocolis/service-kit/auth/access';
import type { AddressLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { UserIdentity } from '@fasocolis/service-kit/auth/identity';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { verifyPassword } from '../password.ts';
import { accountSubject } from './sign-in-limits.ts';

/** How long after a sign-in sensitive changes need no password. */
const RECENT_MS = 10 * 60_000;

interface Attempt {
  identity: UserIdentity;
  address: string;
}

interface Dependencies {
  database: Database;
  sessions: SessionStore;
  /** Wrong passwords per user and address, against guessing in an open session. */
  failures: AddressLimit;
}

export const attemptOf = (request: FastifyRequest): Attempt => ({ identity: callerOf(request), address: request.ip });

export const wrongPassword = () => new AppError('bad-request', 'Le mot de passe actuel est incorrect');

export class Reauthentication {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Requires a recent sign-in or the caller's password, which has to be right whenever it is sent. */
  async assertRecent(attempt: Attempt, currentPassword: string | undefined): Promise<void> {
    if (currentPassword) return void (await this.verifyPassword(attempt, currentPassword));
    const session = await this.#dependencies.sessions.find(attempt.identity.sessionKey);
    const proofs = [session?.createdAt, session?.reauthenticatedAt];
    if (proofs.some((at) => at !== undefined && Date.now() - Date.parse(at) < RECENT_MS)) return;
    if (currentPassword === undefined) throw new AppError('reauthentication-required');
    await this.verifyPassword(attempt, currentPassword);
  }

  /** Verifies the caller's password, after which the session counts as a recent sign-in. */
  async confirm(attempt: Attempt, password: string): Promise<void> {
    await this.verifyPassword(attempt, password);
    await this.#dependencies.sessions.confirm(attempt.identity.sessionKey);
  }

  async verifyPassword({ identity, address }: Attempt, password: string): Promise<User> {
    const { database, failures } = this.#dependencies;
    const subject = [address, accountSubject(identity.userId)] as const;
    await failures.assertOpen(...subject);
    const user = await database.user.findUnique({ where: { id: identity.userId } });
    if (!user) throw new AppError('unauthenticated');
    if (user.passwordHash === null) throw new AppError('bad-request', 'Ce compte utilise une connexion externe');
    if (!(await verifyPassword(password, user.passwordHash))) {
      await failures.count(...subject);
      throw wrongPassword();
    }
    // Checked again, so that a right guess among concurrent wrong ones is not revealed.
    await failures.assertOpen(...subject);
    await failures.forget(...subject);
    return user;
  }
}
