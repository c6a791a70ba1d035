import { searchText } from '@fasocolis/service-kit/database';
import type { Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';

/** Nobody but user 1 bears it, even after user 1 took another name. */
export const RESERVED_USERNAME_KEY = 'admin';

/** What usernames and e-mail addresses are compared by: neither letter case nor the way a letter is encoded counts. */
export const loginKey = (login: string) => login.trim().normalize('NFKC').toLowerCase();

type Texts = Pick<User, 'username' | 'email' | 'firstName' | 'lastName' | 'phone'>;

/** The columns of a user that follow from others; to be written whenever one of those is. */
export function derivedColumns({ username, email, firstName, lastName, phone }: Texts) {
  return {
    usernameKey: loginKey(username),
    emailKey: email === null ? null : loginKey(email),
    searchText: searchText(username, email ?? '', firstName, lastName, phone ?? ''),
  };
}

/**
 * A user as they are until the transaction ends. Everything that changes a user together with sessions or tokens locks
 * the user first: such changes happen one after the other, and none waits for another in a circle.
 */
export async function lockUser(transaction: Transaction, id: number): Promise<User | null> {
  await transaction.$queryRaw`SELECT id FROM users WHERE id = ${id} FOR UPDATE`;
  return transaction.user.findUnique({ where: { id } });
}
