import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { type EmailToken, EmailTokenSchema } from '@fasocolis/contracts/email';
import { INVITATION_DAYS } from '@fasocolis/contracts/team';
import { signingKeysOf } from '@fasocolis/service-kit/auth/signing-keys';
import { emit } from '@fasocolis/service-kit/events/outbox';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Prisma, TokenKind, User, UserToken } from '../generated/prisma/client.ts';
import { loginKey } from './user-row.ts';

const HOUR_MS = 3_600_000;
/** How long a used link still shows its result. */
const KEPT_MS = 30 * 24 * HOUR_MS;

/** By kind: the column of its email, and the lifetime of its link. */
const KINDS = {
  PASSWORD_RESET: { email: 'password-reset', lifetimeMs: HOUR_MS },
  EMAIL_VERIFICATION: { email: 'email-verification', lifetimeMs: 24 * HOUR_MS },
  EMAIL_CHANGED: { email: 'email-changed', lifetimeMs: 72 * HOUR_MS },
  PASSWORD_CHANGED: { email: 'password-changed', lifetimeMs: 72 * HOUR_MS },
  PROVIDER_LINKED: { email: 'provider-linked', lifetimeMs: 72 * HOUR_MS },
  AGENT_INVITATION: { email: 'agent-invitation', lifetimeMs: INVITATION_DAYS * 24 * HOUR_MS },
} as const;

interface Recipient {
  id: number;
  email: string;
  /** The linked provider. */
  provider?: string;
}

type TokenWithUser = UserToken & { user: User };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Tokens of emailed links. A token is derived from its row's id and a key outside the database, so that a repeated
 * email has the same link although only the hash of the token is stored.
 */
export class UserTokens {
  readonly #database: Database;
  /** The current key first; emails requested under an older one still have its link. */
  readonly #keys: Uint8Array[];

  constructor(database: Database, signingKeys: string) {
    this.#database = database;
    this.#keys = signingKeysOf(signingKeys).map(
      (key) => new Uint8Array(hkdfSync('sha256', key, '', 'user-tokens', 32)),
    );
  }

  /** Expects that the transaction has locked the user. */
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
    } else await emit(transaction, 'account.changed', { tokenId: id, mail: KINDS[kind].email }, requestId);
  }

  /** Reports a change to all addresses of the account's owner. */
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

  /** Sends a reset link to all addresses of the owner, and voids the earlier ones. */
  async issueResets(transaction: Transaction, user: User, requestId: string): Promise<void> {
    await voidTokens(transaction, { userId: user.id, kind: 'PASSWORD_RESET' });
    for (const email of await addressesOf(transaction, user)) {
      await this.issue(transaction, 'PASSWORD_RESET', { id: user.id, email }, requestId);
    }
  }

  /** Includes used and expired tokens; null when it is unknown or void. */
  async find(kind: TokenKind | readonly TokenKind[], token: string): Promise<TokenWithUser | null> {
    const row = await this.#database.userToken.findUnique({
      where: { tokenHash: hashOf(token), kind: { in: [kind].flat() } },
      include: { user: true },
    });
    return row && isStanding(row) ? row : null;
  }

  /** Null when the email is no longer needed. */
  async forEmail(id: string): Promise<EmailToken | null> {
    const row = await this.#database.userToken.findUnique({ where: { id }, include: { user: true } });
    if (!row || !isStanding(row) || !isUsable(row)) return null;
    const token = this.#tokensOf(id).find((each) => hashOf(each) === row.tokenHash);
    // Made under a key that is gone.
    if (token === undefined) return null;
    const isVerified = row.user.emailVerified && row.user.emailKey === row.emailKey;
    return z.parse(EmailTokenSchema, {
      kind: KINDS[row.kind].email,
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

/** Consumes a token in one statement, so that only one of two concurrent attempts succeeds. */
export async function consumeToken(transaction: Transaction, id: string): Promise<boolean> {
  const now = new Date();
  const { count } = await transaction.userToken.updateMany({
    where: { id, usedAt: null, voidedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Includes used tokens: an opened link must not vouch for an address that was changed since. */
export async function voidTokens(transaction: Transaction, which: Prisma.UserTokenWhereInput) {
  await transaction.userToken.updateMany({ where: { ...which, voidedAt: null }, data: { voidedAt: new Date() } });
}

/** Unexpired "Ce n'est pas moi" links, whose addresses still belong to the account. */
export const restorable = () =>
  ({ kind: 'EMAIL_CHANGED', usedAt: null, voidedAt: null, expiresAt: { gt: new Date() } }) as const;

/** The account's address and its restorable former ones. */
async function addressesOf(transaction: Transaction, { id, email }: User): Promise<string[]> {
  const previous = await transaction.userToken.findMany({
    where: { userId: id, ...restorable() },
    select: { email: true },
  });
  const addresses = [...previous.map((token) => token.email), ...(email === null ? [] : [email])];
  return [...new Map(addresses.map((address) => [loginKey(address), address])).values()];
}

export async function pruneTokens(database: Database): Promise<void> {
  await database.userToken.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
}

export const isUsable = ({ usedAt, expiresAt }: UserToken) => usedAt === null && expiresAt > new Date();

/** Of these kinds only the current address may be confirmed. */
const OF_CURRENT_ADDRESS: readonly TokenKind[] = ['EMAIL_VERIFICATION', 'AGENT_INVITATION'];

const isStanding = ({ kind, voidedAt, emailKey, user }: TokenWithUser) =>
  voidedAt === null && (!OF_CURRENT_ADDRESS.includes(kind) || emailKey === user.emailKey);
