import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { retryDuplicate } from '@fasocolis/service-kit/data/database';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { holderOf, NO_NUMBER, setPhone } from './phone-numbers.ts';
import { derivedColumns, isStaffMember, lockUser } from './user-row.ts';
import type { UserTokens } from './user-tokens.ts';
import { freeUsername } from './username.ts';

/** Operators give a number to another customer after some months without use. */
const DORMANT_MS = 180 * 86_400_000;

export interface PhoneAccountDependencies {
  database: Database;
  sessions: SessionStore;
  tokens: UserTokens;
}

/**
 * Whether the number of an account may be another person's by now: the account had no sign-in for half a year, and has no
 * open session.
 */
async function isDormant({ id, lastSignInAt, phoneVerifiedAt, ...user }: User, sessions: SessionStore) {
  if (isStaffMember(user)) return false;
  const latest = Math.max(lastSignInAt?.getTime() ?? 0, phoneVerifiedAt?.getTime() ?? 0);
  return Date.now() - latest > DORMANT_MS && (await sessions.list(id)).length === 0;
}

/** The account that a verified number signs in to, locked; null when there is none. */
export async function accountOf(transaction: Transaction, phone: string, sessions: SessionStore): Promise<User | null> {
  const holder = await holderOf(transaction, phone);
  const user = holder && (await lockUser(transaction, holder.id));
  if (!user || user.verifiedPhone !== phone || (await isDormant(user, sessions))) return null;
  return user;
}

async function releasePhone(
  transaction: Transaction,
  phone: string,
  { sessions, tokens, requestId }: Omit<PhoneAccountDependencies, 'database'> & { requestId: string },
): Promise<void> {
  const holder = await holderOf(transaction, phone);
  const user = holder && (await lockUser(transaction, holder.id));
  if (user?.verifiedPhone !== phone) return;
  await tokens.report(transaction, 'PHONE_CHANGED', user, { requestId });
  await setPhone(transaction, user, NO_NUMBER, { sessions, requestId });
}

interface Person {
  firstName: string;
  lastName: string;
}

/** A new account without an address, with a verified number. Expects that no account that is in use has the number. */
export async function createPhoneAccount(
  transaction: Transaction,
  phone: string,
  person: Person,
  writing: Omit<PhoneAccountDependencies, 'database'> & { requestId: string },
): Promise<User> {
  await releasePhone(transaction, phone, writing);
  const texts = { ...person, username: await freeUsername(transaction, { ...person, email: null }) };
  const derived = derivedColumns({ ...texts, email: null, phone: null });
  const user = await transaction.user.create({ data: { ...texts, ...derived } });
  return setPhone(transaction, user, { phone, isVerified: true }, writing);
}

export const retryTaken = <T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
  retryDuplicate(() => database.$transaction(work));
