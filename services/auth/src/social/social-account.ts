import type { SocialProvider } from '@fasocolis/contracts/auth';
import { isUniqueViolation } from '@fasocolis/service-kit/database';
import { emit } from '@fasocolis/service-kit/outbox';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import type { UserTokens } from '../tokens/user-tokens.ts';
import { derivedColumns, lockUser, loginKey } from '../users/user-row.ts';
import type { SocialProfile } from './provider.ts';
import { usernamesFor } from './username.ts';

/** Somebody who may not come in this way, though their provider knows them. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
}

/** How often somebody else may have taken the same address, username or identity in the meantime. */
const ATTEMPTS = 5;

interface Arrival {
  provider: SocialProvider;
  profile: SocialProfile;
  tokens: UserTokens;
  requestId: string;
}

/**
 * The account of whoever a provider presents: the one linked before, the one with the same address when both sides
 * know it to be theirs, or a new one.
 *
 * @throws SignInRefused when the address belongs to an account that may not be entered with it
 */
export async function accountFor(database: Database, arrival: Arrival): Promise<User> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.$transaction((transaction) => findOrCreate(transaction, arrival));
    } catch (error) {
      // Two callbacks of one person at once: the slower one finds what the faster one made.
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function findOrCreate(transaction: Transaction, { provider, profile, ...rest }: Arrival): Promise<User> {
  const { subject, email } = profile;
  // The address first: an account that another callback of this person makes in between then shows with its identity.
  const holder = email === null ? null : await transaction.user.findUnique({ where: { emailKey: loginKey(email) } });
  const known = await transaction.socialIdentity.findUnique({ where: { provider_subject: { provider, subject } } });
  const id = known?.userId ?? holder?.id;
  const user = id === undefined ? null : await lockUser(transaction, id);
  if (!user) return create(transaction, { provider, profile, ...rest });
  if (user.role === 'ADMIN') throw new SignInRefused('the administrator signs in with a password');
  if (!known) await link(transaction, user, provider, profile);
  // "Last connection" in the back office is the updated date.
  return transaction.user.update({ where: { id: user.id }, data: { updatedAt: new Date() } });
}

/** Both sides have to know that the address is this person's: else whoever typed it in somewhere would get in here. */
async function link(transaction: Transaction, user: User, provider: string, profile: SocialProfile): Promise<void> {
  const { subject, email, emailVouched } = profile;
  if (!user.emailVerified) throw new SignInRefused('the address belongs to an account that never verified it');
  if (!emailVouched) throw new SignInRefused('the provider does not vouch for an address that has an account');
  if (email === null || user.emailKey !== loginKey(email)) throw new SignInRefused('the account has a new address');
  await transaction.socialIdentity.create({ data: { provider, subject, userId: user.id } });
}

async function create(transaction: Transaction, { provider, profile, tokens, requestId }: Arrival): Promise<User> {
  const { subject, email, emailVouched, firstName, lastName } = profile;
  const username = await freeUsername(transaction, usernamesFor(profile));
  const texts = { username, email, firstName, lastName, phone: null };
  const user = await transaction.user.create({
    data: {
      ...texts,
      ...derivedColumns(texts),
      emailVerified: emailVouched,
      provider,
      providerId: subject,
      identities: { create: { provider, subject } },
    },
  });
  await emit(transaction, 'user.registered', { userId: user.id }, requestId);
  if (email !== null && !emailVouched) {
    await tokens.issue(transaction, 'EMAIL_VERIFICATION', { id: user.id, email }, requestId);
  }
  return user;
}

async function freeUsername(transaction: Transaction, candidates: string[]): Promise<string> {
  const rows = await transaction.user.findMany({
    where: { usernameKey: { in: candidates } },
    select: { usernameKey: true },
  });
  const taken = new Set(rows.map(({ usernameKey }) => usernameKey));
  const free = candidates.find((candidate) => !taken.has(candidate));
  if (free === undefined) throw new Error('No username of a new person is free');
  return free;
}
