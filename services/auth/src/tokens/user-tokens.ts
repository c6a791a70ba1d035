import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { MailToken } from '@fasocolis/contracts/email';
import { emit } from '@fasocolis/service-kit/outbox';
import { signingKeysOf } from '@fasocolis/service-kit/signing-keys';
import type { Database, Transaction } from '../database.ts';
import type { TokenKind, User, UserToken } from '../generated/prisma/client.ts';
import { loginKey } from '../users/user-row.ts';

const HOUR_MS = 3_600_000;
/** How long an expired link still says what became of it: a confirmed address is told as confirmed when it is opened again. */
const KEPT_MS = 30 * 24 * HOUR_MS;

const KINDS = {
  PASSWORD_RESET: { mail: 'password-reset', event: 'password.reset-requested', lifetimeMs: HOUR_MS },
  EMAIL_VERIFICATION: { mail: 'email-verification', event: 'email.verification-requested', lifetimeMs: 24 * HOUR_MS },
} as const;

type TokenWithUser = UserToken & { user: User };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * The links in mails. A token is derived from its row's id with a key that no database holds, so that a mail sent
 * again carries the same link although only the hash of the token is stored.
 */
export class UserTokens {
  readonly #database: Database;
  /** The current one first; a mail that was asked for under an older one is still sent with its own link. */
  readonly #keys: Uint8Array[];

  constructor(database: Database, signingKeys: string) {
    this.#database = database;
    this.#keys = signingKeysOf(signingKeys).known.map(
      (key) => new Uint8Array(hkdfSync('sha256', key, '', 'user-tokens', 32)),
    );
  }

  /**
   * Makes a token for a user whom the transaction has locked, and asks for the mail that carries it. A new link to
   * reset a password voids the old ones.
   */
  async issue(transaction: Transaction, kind: TokenKind, user: { id: number; email: string }, requestId: string) {
    if (kind === 'PASSWORD_RESET') await voidTokens(transaction, { userId: user.id, kind });
    const id = randomUUID();
    const { event, lifetimeMs } = KINDS[kind];
    await transaction.userToken.create({
      data: {
        id,
        kind,
        userId: user.id,
        email: user.email,
        tokenHash: hashOf(this.#tokensOf(id)[0] ?? ''),
        expiresAt: new Date(Date.now() + lifetimeMs),
      },
    });
    await emit(transaction, event, { tokenId: id }, requestId);
  }

  /** The token somebody presents with its user, used or expired as it may be; null when it is unknown or void. */
  async find(kind: TokenKind, token: string): Promise<TokenWithUser | null> {
    const row = await this.#database.userToken.findUnique({
      where: { tokenHash: hashOf(token), kind },
      include: { user: true },
    });
    return row && isStanding(row) ? row : null;
  }

  /** What the mail about a token needs; null when nobody needs that mail any more. */
  async forMail(id: string): Promise<MailToken | null> {
    const row = await this.#database.userToken.findUnique({ where: { id }, include: { user: true } });
    if (!row || !isStanding(row) || !isUsable(row)) return null;
    const token = this.#tokensOf(id).find((each) => hashOf(each) === row.tokenHash);
    // Made under a key that is gone: the link would lead nowhere.
    if (token === undefined) return null;
    return {
      kind: KINDS[row.kind].mail,
      userId: row.userId,
      email: row.email,
      firstName: row.user.firstName,
      token,
      expiresAt: row.expiresAt.toISOString(),
    };
  }

  #tokensOf(id: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(id).digest('base64url'));
  }
}

/** Uses a token up, in one statement: of two that try at once, one is told true. */
export async function consumeToken(transaction: Transaction, id: string): Promise<boolean> {
  const now = new Date();
  const { count } = await transaction.userToken.updateMany({
    where: { id, usedAt: null, voidedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Makes tokens worthless, used ones too: a link that was opened once must not vouch for an address given up since. */
export async function voidTokens(transaction: Transaction, which: { userId: number; kind?: TokenKind }) {
  await transaction.userToken.updateMany({ where: { ...which, voidedAt: null }, data: { voidedAt: new Date() } });
}

/** Removes tokens whose links nobody opens any more. */
export async function pruneTokens(database: Database): Promise<void> {
  await database.userToken.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
}

/** Whether a token could still be used, as far as itself goes. */
export const isUsable = ({ usedAt, expiresAt }: UserToken) => usedAt === null && expiresAt > new Date();

const isStanding = ({ voidedAt, email, user }: TokenWithUser) => voidedAt === null && loginKey(email) === user.emailKey;
