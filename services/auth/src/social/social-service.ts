import type { SocialProvider } from '@fasocolis/contracts/auth';
import type { AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { retryDuplicate } from '@fasocolis/service-kit/data/database';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { findByFormerAddress } from '../shared/names.ts';
import { derivedColumns, lockUser, loginKey } from '../shared/user-row.ts';
import type { UserTokens } from '../shared/user-tokens.ts';
import { freeUsername } from '../shared/username.ts';
import type { SocialProfile } from './provider.ts';

/** The account may not be signed in to with this provider, although the provider identified the person. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
}

interface Arrival {
  provider: SocialProvider;
  profile: SocialProfile;
  tokens: UserTokens;
  sessions: SessionStore;
  verificationEmails: AttemptLimit;
  requestId: string;
}

/**
 * The account for a person at a provider: the linked one, the one with the same address when both sides have verified
 * it, or a new one.
 * @throws SignInRefused when the address belongs to an account that may not be signed in to with it
 */
export async function accountFor(database: Database, arrival: Arrival): Promise<User> {
  // The slower one of two concurrent callbacks of one person finds the account that the faster one created.
  return retryDuplicate(() => database.$transaction((transaction) => findOrCreate(transaction, arrival)));
}

async function findOrCreate(transaction: Transaction, arrival: Arrival): Promise<User> {
  const { provider, profile } = arrival;
  const { subject, email } = profile;
  // The address is looked up first: an account that another callback of this person creates in between then has its identity.
  const holder = email === null ? null : await transaction.user.findUnique({ where: { emailKey: loginKey(email) } });
  const known = await transaction.socialIdentity.findUnique({ where: { provider_subject: { provider, subject } } });
  const id = known?.userId ?? holder?.id;
  const user = id === undefined ? null : await lockUser(transaction, id);
  if (!user) return create(transaction, arrival);
  if (user.role === 'ADMIN') throw new SignInRefused('the administrator signs in with a password');
  if (!known) await link(transaction, user, arrival);
  // "Last connection" in the back office is the updated date.
  return transaction.user.update({ where: { id: user.id }, data: { updatedAt: new Date() } });
}

/**
 * Links a provider to an account. Both sides must have verified the address. A password that was set before the address
 * was verified may be that of an attacker who registered with the address: it is removed.
 */
async function link(
  transaction: Transaction,
  user: User,
  { provider, profile, tokens, sessions, requestId }: Arrival,
): Promise<void> {
  const { subject, email, isEmailVerified } = profile;
  if (!user.emailVerified) throw new SignInRefused('the address belongs to an account that never verified it');
  if (!isEmailVerified) throw new SignInRefused('the provider does not vouch for an address that has an account');
  if (email === null || user.emailKey !== loginKey(email)) throw new SignInRefused('the account has a new address');
  await transaction.socialIdentity.create({ data: { provider, subject, userId: user.id } });
  await tokens.report(transaction, 'PROVIDER_LINKED', user, { requestId, provider });
  if (user.passwordHash === null || user.passwordSetAfterVerification) return;
  await transaction.user.update({ where: { id: user.id }, data: { passwordHash: null } });
  await sessions.endAll(user.id);
}

async function create(transaction: Transaction, arrival: Arrival): Promise<User> {
  const { provider, profile, tokens, verificationEmails, requestId } = arrival;
  const { subject, email, isEmailVerified, firstName, lastName } = profile;
  if (email !== null && (await findByFormerAddress(transaction, loginKey(email))) !== null) {
    throw new SignInRefused('the address can still be restored to the account that had it');
  }
  const username = await freeUsername(transaction, profile);
  const texts = { username, email, firstName, lastName, phone: null };
  const user = await transaction.user.create({
    data: {
      ...texts,
      ...derivedColumns(texts),
      emailVerified: isEmailVerified,
      provider,
      providerId: subject,
      identities: { create: { provider, subject } },
    },
  });
  if (email !== null && !isEmailVerified && (await verificationEmails.tryCount(loginKey(email)))) {
    await tokens.issue(transaction, 'EMAIL_VERIFICATION', { id: user.id, email }, requestId);
  }
  return user;
}
