import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';
import { lockUser, loginKey } from '../shared/user-row.ts';
import { consumeToken, type UserTokens } from '../shared/user-tokens.ts';

export const ALREADY_VERIFIED = 'Votre adresse email est déjà vérifiée.';

export class Verification {
  readonly #database: Database;
  readonly #tokens: UserTokens;
  readonly #sessions: SessionStore;
  readonly #emails: AttemptLimit;

  constructor(dependencies: {
    database: Database;
    tokens: UserTokens;
    sessions: SessionStore;
    verificationEmails: AttemptLimit;
  }) {
    this.#database = dependencies.database;
    this.#tokens = dependencies.tokens;
    this.#sessions = dependencies.sessions;
    this.#emails = dependencies.verificationEmails;
  }

  async requestLink(userId: number, requestId: string): Promise<void> {
    await this.#database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, userId);
      if (!user) throw new AppError('unauthenticated');
      if (user.email === null) throw new AppError('bad-request', "Votre compte n'a pas d'adresse email.");
      if (user.emailVerified) throw new AppError('bad-request', ALREADY_VERIFIED);
      await this.#emails.count(loginKey(user.email));
      await this.#tokens.issueRequested(
        transaction,
        'EMAIL_VERIFICATION',
        { id: userId, email: user.email },
        requestId,
      );
    });
  }

  /** Idempotent, because email scanners open links too. */
  async verify(token: string): Promise<{ alreadyVerified: boolean }> {
    const found = await this.#tokens.find('EMAIL_VERIFICATION', token);
    if (!found) throw invalidLink();
    return this.#database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, found.userId);
      if (!user || user.emailKey !== loginKey(found.email)) throw invalidLink();
      if (await consumeToken(transaction, found.id)) {
        const data = { emailVerified: true, updatedAt: new Date() };
        await transaction.user.update({ where: { id: user.id }, data });
        await this.#sessions.update(user.id, { isVerified: true });
        return { alreadyVerified: user.emailVerified };
      }
      const opened = await transaction.userToken.count({
        where: { id: found.id, usedAt: { not: null }, voidedAt: null },
      });
      if (opened === 0 || !user.emailVerified) throw invalidLink();
      return { alreadyVerified: true };
    });
  }
}

const invalidLink = () => new AppError('bad-request', 'Ce lien de vérification est invalide ou a expiré.');
