import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { type MailToken, MailTokenSchema } from '@fasocolis/contracts/email';
import { emit } from '@fasocolis/service-kit/outbox';
import { signingKeysOf } from '@fasocolis/service-kit/signing-keys';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Prisma, TokenKind, User, UserToken } from '../generated/prisma/client.ts';
import { loginKey } from '../users/user-row.ts';

const HOUR_MS = 3_600_000;
/** How long an expired link still says what became of it: a confirmed address is told as confirmed when it is opened again. */
const KEPT_MS = 30 * 24 * HOUR_MS;

/** What becomes of a mail about an account, by the kind of its token, and how long its link works. */
const KINDS = {
  PASSWORD_RESET: { mail: 'password-reset', lifetimeMs: HOUR_MS },
  EMAIL_VERIFICATION: { mail: 'email-verification', lifetimeMs: 24 * HOUR_MS },
  EMAIL_CHANGED: { mail: 'email-changed', lifetimeMs: 72 * HOUR_MS },
  PASSWORD_CHANGED: { mail: 'password-changed', lifetimeMs: 72 * HOUR_MS },
  PROVIDER_LINKED: { mail: 'provider-linked', lifetimeMs: 72 * HOUR_MS },
} as const;

/** What a mail is about beside the account. */
interface Recipient {
  id: number;
  /** Where the mail goes. */
  email: string;
  /** The provider that was linked. */
  provider?: string;
}

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
    this.#keys = signingKeysOf(signingKeys).map(
      (key) => new Uint8Array(hkdfSync('sha256', key, '', 'user-tokens', 32)),
    );
  }

  /** Makes a token for a user whom the transaction has locked, and asks for the mail that carries it. */
  async issue(transaction: Transaction, kind: TokenKind, recipient: Recipient, requestId: string): Promise<void> {
    const id = randomUUID();
    await transaction.userToken.create({
      data: {
        id,
        kind,
        userId: recipient.id,
        email: recipient.email,
        emailKey: loginKey(recipient.email),
        provider: recipient.provider ?? null,
        tokenHash: hashOf(this.#tokensOf(id)[0] ?? ''),
        expiresAt: new Date(Date.now() + KINDS[kind].lifetimeMs),
      },
    });
    if (kind === 'PASSWORD_RESET') await emit(transaction, 'password.reset-requested', { tokenId: id }, requestId);
    else if (kind === 'EMAIL_VERIFICATION') {
      await emit(transaction, 'email.verification-requested', { tokenId: id }, requestId);
    } else await emit(transaction, 'account.changed', { tokenId: id, mail: KINDS[kind].mail }, requestId);
  }

  /** Reports a change of an account to every address through which its owner can be reached. */
  async report(
    transaction: Transaction,
    kind: 'PASSWORD_CHANGED' | 'PROVIDER_LINKED',
    user: User,
    { requestId, provider }: { requestId: string; provider?: string },
  ): Promise<void> {
    for (const email of await addressesOf(transaction, user)) {
      await this.issue(transaction, kind, { id: user.id, email, ...(provider && { provider }) }, requestId);
    }
  }

  /** Sends a link to reset the password to every address of the owner. It voids the earlier ones. */
  async issueResets(transaction: Transaction, user: User, requestId: string): Promise<void> {
    await voidTokens(transaction, { userId: user.id, kind: 'PASSWORD_RESET' });
    for (const email of await addressesOf(transaction, user)) {
      await this.issue(transaction, 'PASSWORD_RESET', { id: user.id, email }, requestId);
    }
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
    const isVerified = row.user.emailVerified && row.user.emailKey === row.emailKey;
    return z.parse(MailTokenSchema, {
      kind: KINDS[row.kind].mail,
      userId: row.userId,
      email: row.email,
      firstName: isVerified ? row.user.firstName : '',
      token,
      provider: row.provider,
      expiresAt: row.expiresAt.toISOString(),
    });
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
export async function voidTokens(transaction: Transaction, which: Prisma.UserTokenWhereInput) {
  await transaction.userToken.updateMany({ where: { ...which, voidedAt: null }, data: { voidedAt: new Date() } });
}

/** The links "Ce n'est pas moi" that still work: as long as they do, their address is the account's too. */
export const restorable = () =>
  ({ kind: 'EMAIL_CHANGED', usedAt: null, voidedAt: null, expiresAt: { gt: new Date() } }) as const;

/** Where the owner of an account can be reached: its address, and those it had before that can still be restored. */
async function addressesOf(transaction: Transaction, { id, email }: User): Promise<string[]> {
  const previous = await transaction.userToken.findMany({
    where: { userId: id, ...restorable() },
    select: { email: true },
  });
  const addresses = [...previous.map((token) => token.email), ...(email === null ? [] : [email])];
  return [...new Map(addresses.map((address) => [loginKey(address), address])).values()];
}

/** Removes tokens whose links nobody opens any more. */
export async function pruneTokens(database: Database): Promise<void> {
  await database.userToken.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
}

/** Whether a token could still be used, as far as itself goes. */
export const isUsable = ({ usedAt, expiresAt }: UserToken) => usedAt === null && expiresAt > new Date();

const isStanding = ({ kind, voidedAt, emailKey, user }: TokenWithUser) =>
  voidedAt === null && (kind !== 'EMAIL_VERIFICATION' || emailKey === user.emailKey);
