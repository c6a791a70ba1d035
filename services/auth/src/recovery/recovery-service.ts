import { setTimeout as pause } from 'node:timers/promises';
import { TOKEN_INVALID } from '@fasocolis/contracts/auth';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { hashPassword } from '../password.ts';
import { assertStaffPassword, assertUncommonPassword } from '../password-rules.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { unlinkProviders } from '../shared/linked-providers.ts';
import { findByFormerAddress } from '../shared/names.ts';
import { NO_NUMBER, phoneColumns } from '../shared/phone-numbers.ts';
import { derivedColumns, lockUser, loginKey } from '../shared/user-row.ts';
import { consumeToken, isUsable, voidTokens } from '../shared/user-tokens.ts';

/**
 * Duration of every response, longer than the work takes under load, so that it does not reveal whether an account
 * exists.
 */
const RESPONSE_MS = 500;

const PASSWORD_LINKS = ['PASSWORD_RESET', 'AGENT_INVITATION'] as const;

/** Requests an email with a link if an account has this address; the result does not show whether one has. */
export async function requestLink(dependencies: Dependencies, email: string, requestId: string): Promise<void> {
  await Promise.all([issueToken(dependencies, loginKey(email), requestId), pause(RESPONSE_MS)]);
}

/** Requests a sign-in link from staff if an account has verified this number; the result does not show whether one has. */
export async function requestLinkOverWhatsapp(database: Database, phone: string): Promise<void> {
  await Promise.all([markRequest(database, phone), pause(RESPONSE_MS)]);
}

async function markRequest(database: Database, phone: string): Promise<void> {
  await database.user.updateMany({
    // Staff signs in with a password alone. Repetitions keep the time of the first one.
    where: { verifiedPhone: phone, role: 'USER', isAgent: false, linkRequestedAt: null },
    data: { linkRequestedAt: new Date() },
  });
}

async function issueToken({ database, tokens }: Dependencies, emailKey: string, requestId: string): Promise<void> {
  const id = await findByAddress(database, emailKey);
  if (id === null) return;
  await database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, id);
    // Another account may have taken the address by now.
    if (user && (await findByAddress(transaction, emailKey)) === id) {
      await tokens.issueResets(transaction, user, requestId);
    }
  });
}

export async function isLinkValid({ tokens }: Dependencies, token: string): Promise<boolean> {
  const found = await tokens.find(PASSWORD_LINKS, token);
  return found !== null && isUsable(found);
}

/**
 * Sets a new password and ends all sessions. The link proves the ownership of the address: if it was unverified,
 * providers are unlinked and a verified number is removed, as both may be an attacker's. The link of an invitation
 * makes the user an agent.
 * @returns the id of the user, and whether it was an invitation
 */
export async function resetPassword(
  { database, tokens, sessions }: Dependencies,
  token: string,
  password: string,
  requestId: string,
): Promise<{ userId: number; isInvitation: boolean }> {
  const found = await tokens.find(PASSWORD_LINKS, token);
  if (!found || !isUsable(found)) throw invalidLink();
  const isInvitation = found.kind === 'AGENT_INVITATION';
  if (isInvitation || found.user.isAgent) assertStaffPassword('password', password);
  await assertUncommonPassword('password', password, found.user);
  const passwordHash = await hashPassword(password);
  await database.$transaction(async (transaction) => {
    const user = await lockUser(transaction, found.userId);
    if (!user || !(await consumeToken(transaction, found.id))) throw invalidLink();
    const isCurrentAddress = user.emailKey === found.emailKey;
    if (isInvitation && !isCurrentAddress) throw invalidLink();
    const isProof = isCurrentAddress && user.emailVerified;
    if (!isProof) await unlinkProviders(transaction, user.id);
    // The number may be that of a stranger who registered with the address.
    const isOthers = !isProof && user.phone !== null && (isInvitation || user.verifiedPhone !== null);
    const withoutNumber = isOthers && (await phoneColumns(transaction, user, NO_NUMBER, requestId));
    const proof = isCurrentAddress && { emailVerified: true, passwordSetAfterVerification: true };
    const data = {
      passwordHash,
      updatedAt: new Date(),
      ...proof,
      ...(isInvitation && acceptanceOf(user)),
      ...(withoutNumber && { ...withoutNumber, ...derivedColumns({ ...user, phone: null }) }),
    };
    await transaction.user.update({ where: { id: user.id }, data });
    // An agent's account belongs to the invited address alone: former ones can no longer be restored.
    await voidTokens(transaction, { userId: user.id, ...(!isInvitation && { kind: 'PASSWORD_RESET' }) });
    const hadPassword = user.passwordHash !== null;
    if (hadPassword || !isInvitation) await tokens.report(transaction, 'PASSWORD_CHANGED', user, { requestId });
    await sessions.endAll(user.id);
  });
  return { userId: found.userId, isInvitation };
}

const acceptanceOf = ({ joinedAt }: User) => ({ isAgent: true, joinedAt: joinedAt ?? new Date(), revokedAt: null });

/** The account with this address, or with it as a restorable former one. */
async function findByAddress(database: Database | Transaction, emailKey: string): Promise<number | null> {
  const user = await database.user.findUnique({ where: { emailKey }, select: { id: true } });
  return user?.id ?? (await findByFormerAddress(database, emailKey));
}

const invalidLink = () => new AppError('bad-request', TOKEN_INVALID);
