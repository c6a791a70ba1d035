import { createHash, randomUUID } from 'node:crypto';
import { type EmailToken, EmailTokenSchema } from '@fasocolis/contracts/email';
import { INVITATION_DAYS } from '@fasocolis/contracts/team';
import { signerFor } from '@fasocolis/service-kit/auth/signing-keys';
import { emit } from '@fasocolis/service-kit/events/outbox';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Prisma, TokenKind, User, UserToken } from '../generated/prisma/client.ts';
import type { AccountEmailBudget } from './account-email-budget.ts';
import { loginKey } from './user-row.ts';

const HOUR_MS = 3_600_000;
/** How long a used link still shows its result. */
const KEPT_MS = 30 * 24 * HOUR_MS;

/** Reset links per address that stay valid, so that a stranger who requests others does not void the owner's. */
const VALID_RESETS = 3;
const MAX_FORMER = 3;

/** By kind: its email, the purpose that the email counts as, and the lifetime of its link. */
const KINDS = {
  PASSWORD_RESET: { email: 'password-reset', purpose: 'reset', lifetimeMs: HOUR_MS },
  EMAIL_VERIFICATION: { email: 'email-verification', purpose: 'proof', lifetimeMs: 24 * HOUR_MS },
  EMAIL_CHANGED: { email: 'email-changed', purpose: 'rescue', lifetimeMs: 72 * HOUR_MS },
  PASSWORD_CHANGED: { email: 'password-changed', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  PROVIDER_LINKED: { email: 'provider-linked', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  SECOND_FACTOR_ENABLED: { email: 'second-factor-enabled', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  SECOND_FACTOR_DISABLED: { email: 'second-factor-disabled', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  SECOND_FACTOR_GUESSED: { email: 'second-factor-guessed', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  RECOVERY_CODES_RENEWED: { email: 'recovery-codes-renewed', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  PHONE_CHANGED: { email: 'phone-changed', purpose: 'report', lifetimeMs: 72 * HOUR_MS },
  AGENT_INVITATION: { email: 'agent-invitation', purpose: 'proof', lifetimeMs: INVITATION_DAYS * 24 * HOUR_MS },
} as const;

interface Recipient {
  id: number;
  email: string;
  provider?: string;
}

type TokenWithUser = UserToken & { user: User };

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Tokens are derived from id and key: a repeated email has the same link although only the hash is stored. */
export class UserTokens {
  readonly #database: Database;
  /** Emails requested under a former key still have its link. */
  readonly #sign: ReturnType<typeof signerFor>;
  readonly #budget: AccountEmailBudget;

  constructor(database: Database, signingKeys: string, budget: AccountEmailBudget) {
    this.#database = database;
    this.#sign = signerFor(signingKeys, 'user-tokens');
    this.#budget = budget;
  }

  /**
   * Issues a token and requests its email, unless the recipient has had too many. Expects that the transaction has locked
   * the user.
   * @returns whether the email was requested
   */
  async issue(transaction: Transaction, kind: TokenKind, recipient: Recipient, requestId: string): Promise<boolean> {
    const isWithin = await this.#budget.tryCount(KINDS[kind].purpose, loginKey(recipient.email));
    if (isWithin) await this.#create(transaction, kind, recipient, requestId);
    return isWithin;
  }

  async issueRequested(transaction: Transaction, kind: TokenKind, recipient: Recipient, requestId: string) {
    const isRequested = await this.issue(transaction, kind, recipient, requestId);
    if (!isRequested) await this.#budget.refuse(loginKey(recipient.email));
  }

  async #create(transaction: Transaction, kind: TokenKind, recipient: Recipient, requestId: string): Promise<void> {
    const id = randomUUID();
    await transaction.userToken.create({
      data: {
        id,
        kind,
        userId: recipient.id,
        email: recipient.email,
        emailKey: loginKey(recipient.email),
        provider: recipient.provider ?? null,
        tokenHash: hashOf(this.#sign(id)[0].toString('base64url')),
        expiresAt: new Date(Date.now() + KINDS[kind].lifetimeMs),
      },
    });
    if (kind === 'PASSWORD_RESET') await emit(transaction, 'password.reset-requested', { tokenId: id }, requestId);
    else if (kind === 'EMAIL_VERIFICATION') {
      await emit(transaction, 'email.verification-requested', { tokenId: id }, requestId);
    } else await emit(transaction, 'account.changed', { tokenId: id, mail: KINDS[kind].email }, requestId);
  }

  async report(
    transaction: Transaction,
    kind: Exclude<TokenKind, 'PASSWORD_RESET' | 'EMAIL_VERIFICATION' | 'EMAIL_CHANGED'>,
    user: User,
    { requestId, provider }: { requestId: string; provider?: string },
  ): Promise<void> {
    for (const email of await addressesOf(transaction, user)) {
      await this.issue(transaction, kind, { id: user.id, email, ...(provider && { provider }) }, requestId);
    }
  }

  /**
   * Sends the link that restores the address that the user is about to change, if it was verified. Of more former addresses
   * than may be restored the oldest stays, which is the owner's, and the newest.
   */
  async issueRescue(transaction: Transaction, user: User, requestId: string): Promise<void> {
    if (user.email === null || !user.emailVerified) return;
    await this.issue(transaction, 'EMAIL_CHANGED', { id: user.id, email: user.email }, requestId);
    const links = await transaction.userToken.findMany({
      where: { userId: user.id, ...whereRestorable() },
      orderBy: { createdAt: 'asc' },
      select: { id: true },
    });
    const excess = links.slice(1, 1 + Math.max(0, links.length - MAX_FORMER)).map(({ id }) => id);
    await voidTokens(transaction, { id: { in: excess } });
  }

  /**
   * Sends a reset link to all addresses of the owner. A recipient who has had too many emails already gets no other one:
   * the latest links are valid for another hour instead.
   */
  async issueResets(transaction: Transaction, user: User, requestId: string): Promise<void> {
    for (const email of await addressesOf(transaction, user)) {
      const where = {
        userId: user.id,
        kind: 'PASSWORD_RESET',
        emailKey: loginKey(email),
        usedAt: null,
        voidedAt: null,
        createdAt: { gt: new Date(Date.now() - 24 * HOUR_MS) },
      } as const;
      if (await this.issue(transaction, 'PASSWORD_RESET', { id: user.id, email }, requestId)) {
        const links = { where, orderBy: { createdAt: 'desc' }, skip: VALID_RESETS, select: { id: true } } as const;
        const older = await transaction.userToken.findMany(links);
        await voidTokens(transaction, { id: { in: older.map(({ id }) => id) } });
      } else {
        const { lifetimeMs } = KINDS.PASSWORD_RESET;
        await transaction.userToken.updateMany({ where, data: { expiresAt: new Date(Date.now() + lifetimeMs) } });
      }
    }
  }

  /** Includes used and expired tokens; null when it is unknown or void. */
  async find(kind: TokenKind | readonly TokenKind[], token: string): Promise<TokenWithUser | null> {
    const row = await this.#database.userToken.findUnique({
      where: { tokenHash: hashOf(token), kind: { in: [kind].flat() } },
      include: { user: true },
    });
    return row && isInForce(row) ? row : null;
  }

  /** Null when the email is no longer needed. */
  async forEmail(id: string): Promise<EmailToken | null> {
    const row = await this.#database.userToken.findUnique({ where: { id }, include: { user: true } });
    if (!row || !isInForce(row) || !isUsable(row)) return null;
    const tokens = this.#sign(id).map((signature) => signature.toString('base64url'));
    const token = tokens.find((each) => hashOf(each) === row.tokenHash);
    // The token was created under a key that no longer exists.
    if (token === undefined) return null;
    const isVerified = row.user.emailVerified && row.user.emailKey === row.emailKey;
    return z.parse(EmailTokenSchema, {
      kind: KINDS[row.kind].email,
      userId: row.userId,
      email: row.email,
      firstName: isVerified ? row.user.firstName : '',
      ...(row.kind === 'AGENT_INVITATION' && { username: row.user.username }),
      token,
      provider: row.provider,
      expiresAt: row.expiresAt.toISOString(),
    });
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

/** Includes used tokens: a used link must not verify an address that was changed since. */
export async function voidTokens(transaction: Transaction, which: Prisma.UserTokenWhereInput) {
  await transaction.userToken.updateMany({ where: { ...which, voidedAt: null }, data: { voidedAt: new Date() } });
}

/** Unexpired "Ce n'est pas moi" links, whose addresses still belong to the account. */
export const whereRestorable = () =>
  ({ kind: 'EMAIL_CHANGED', usedAt: null, voidedAt: null, expiresAt: { gt: new Date() } }) as const;

export async function addressesOf(transaction: Transaction, { id, email }: User): Promise<string[]> {
  const previous = await transaction.userToken.findMany({
    where: { userId: id, ...whereRestorable() },
    select: { email: true },
  });
  const addresses = [...previous.map((token) => token.email), ...(email === null ? [] : [email])];
  return [...new Map(addresses.map((address) => [loginKey(address), address])).values()];
}

export async function pruneTokens(database: Database): Promise<void> {
  await database.userToken.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEPT_MS) } } });
}

export const isUsable = ({ usedAt, expiresAt }: UserToken) => usedAt === null && expiresAt > new Date();

/** Tokens of these kinds confirm the current address of the account only. */
const OF_CURRENT_ADDRESS: readonly TokenKind[] = ['EMAIL_VERIFICATION', 'AGENT_INVITATION'];

const isInForce = ({ kind, voidedAt, emailKey, user }: TokenWithUser) =>
  voidedAt === null && (!OF_CURRENT_ADDRESS.includes(kind) || emailKey === user.emailKey);
