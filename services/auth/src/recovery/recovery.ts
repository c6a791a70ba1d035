import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_INVALID } from '@fasocolis/contracts/auth';
import { AppError } from '@fasocolis/service-kit/errors';
import type { SessionStore } from '@fasocolis/service-kit/sessions';
import type { Database } from '../database.ts';
import { hashPassword } from '../password.ts';
import { consumeToken, isUsable, type UserTokens } from '../tokens/user-tokens.ts';
import { lockUser, loginKey } from '../users/user-row.ts';

/** Every request for a link takes at least this long, so that its time does not tell whether there is an account. */
const ANSWER_MS = 200;

interface Dependencies {
  database: Database;
  tokens: UserTokens;
  sessions: SessionStore;
}

/** Passwords forgotten and chosen anew. */
export class Recovery {
  readonly #database: Database;
  readonly #tokens: UserTokens;
  readonly #sessions: SessionStore;

  constructor({ database, tokens, sessions }: Dependencies) {
    this.#database = database;
    this.#tokens = tokens;
    this.#sessions = sessions;
  }

  /** Asks for the mail with the link, if anybody has this address. Callers learn nothing either way. */
  async requestLink(email: string, requestId: string): Promise<void> {
    await Promise.all([this.#issueToken(loginKey(email), requestId), pause(ANSWER_MS)]);
  }

  async #issueToken(emailKey: string, requestId: string): Promise<void> {
    const found = await this.#database.user.findUnique({ where: { emailKey }, select: { id: true } });
    if (!found) return;
    await this.#database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, found.id);
      if (user?.email == null || user.emailKey !== emailKey) return;
      await this.#tokens.issue(transaction, 'PASSWORD_RESET', { id: user.id, email: user.email }, requestId);
    });
  }

  async isLinkValid(token: string): Promise<boolean> {
    const found = await this.#tokens.find('PASSWORD_RESET', token);
    return found !== null && isUsable(found);
  }

  /**
   * Sets a new password and ends all sessions.
   * @throws AppError `bad-request` when the token is unknown, used, void or expired
   */
  async reset(token: string, password: string): Promise<void> {
    const found = await this.#tokens.find('PASSWORD_RESET', token);
    if (!found || !isUsable(found)) throw invalidLink();
    const passwordHash = await hashPassword(password);
    await this.#database.$transaction(async (transaction) => {
      const user = await lockUser(transaction, found.userId);
      if (user?.emailKey !== loginKey(found.email)) throw invalidLink();
      if (!(await consumeToken(transaction, found.id))) throw invalidLink();
      await transaction.user.update({ where: { id: user.id }, data: { passwordHash, updatedAt: new Date() } });
      // Before the commit: a crash in between ends sessions in vain rather than leave one open.
      await this.#sessions.endAll(user.id);
    });
  }
}

const invalidLink = () => new AppError('bad-request', TOKEN_INVALID);
