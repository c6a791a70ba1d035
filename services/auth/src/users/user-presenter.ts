import type { User } from '@fasocolis/contracts/auth';
import type { User as UserRow } from '../generated/prisma/client.ts';

/** Omits the password hash. */
export function presentUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerified,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    provider: row.provider,
    providerId: row.providerId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isAdmin: row.role === 'ADMIN',
    notifyByEmail: row.notifyByEmail,
  };
}
