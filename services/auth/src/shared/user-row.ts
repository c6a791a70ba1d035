import type { User as PresentedUser } from '@fasocolis/contracts/auth';
import { phoneDigits } from '@fasocolis/contracts/reading/search';
import { cleanText, composed } from '@fasocolis/contracts/reading/text';
import { searchText } from '@fasocolis/service-kit/data/database';
import type { Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';

export const USER_NOT_FOUND = 'Utilisateur non trouvé';
export const ADMIN_STAYS = "L'administrateur principal ne peut pas être supprimé";

/** Reserved for user 1, even after a rename. */
export const RESERVED_USERNAME_KEY = 'admin';

/** The form in which usernames and email addresses are compared: independent of case and Unicode composition. */
export const loginKey = (login: string) => composed(cleanText(login), 'NFKC').toLowerCase();

type Texts = Pick<User, 'username' | 'email' | 'firstName' | 'lastName' | 'phone'>;

/** Must be written with any of the source columns. */
export function derivedColumns({ username, email, firstName, lastName, phone }: Texts) {
  return {
    usernameKey: loginKey(username),
    emailKey: email === null ? null : loginKey(email),
    searchText: searchText(username, email ?? '', firstName, lastName, phoneDigits(phone ?? '')),
  };
}

/**
 * Locks a user until the end of the transaction. Every change of a user together with sessions or tokens locks the user
 * first, which serializes the changes and prevents deadlocks.
 */
export async function lockUser(transaction: Transaction, id: number): Promise<User | null> {
  await transaction.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`;
  return transaction.user.findUnique({ where: { id } });
}

export function presentUser(row: User): PresentedUser {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerified,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    phoneVerified: row.verifiedPhone !== null,
    provider: row.provider,
    providerId: row.providerId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isAdmin: row.role === 'ADMIN',
    isAgent: row.isAgent,
    notifyByEmail: row.notifyByEmail,
    notifyByWhatsapp: row.notifyByWhatsapp,
  };
}

export const isVerifiedUser = ({ emailVerified, verifiedPhone }: Pick<User, 'emailVerified' | 'verifiedPhone'>) =>
  emailVerified || verifiedPhone !== null;

export const isStaffMember = ({ role, isAgent }: Pick<User, 'role' | 'isAgent'>): boolean =>
  role === 'ADMIN' || isAgent;
