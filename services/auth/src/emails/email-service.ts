import { ADMIN_ID } from '@fasocolis/contracts/auth';
import type { AdministratorAddress, EmailRecipient, EmailRefusal } from '@fasocolis/contracts/email';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database } from '../database.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import type { UserProofs } from '../shared/user-proofs.ts';
import { isStaffMember } from '../shared/user-row.ts';

const WANTS_EMAILS = { emailVerified: true, notifyByEmail: true } as const;

export interface EmailDependencies extends Dependencies {
  /** The tokens of links that end the emails. */
  unsubscribeProofs: UserProofs;
}

export async function findRecipient(
  { database, unsubscribeProofs }: EmailDependencies,
  userId: number,
): Promise<EmailRecipient | EmailRefusal | null> {
  const user = await database.user.findUnique({ where: { id: userId } });
  if (!user) return null;
  const { email, emailVerified, notifyByEmail, firstName } = user;
  if (email === null) return { userId, refusal: 'no-address' };
  if (!emailVerified) return { userId, refusal: 'unverified-address' };
  if (!notifyByEmail) return { userId, refusal: 'opted-out' };
  const isStaff = isStaffMember(user);
  return { userId, email, firstName, unsubscribeToken: unsubscribeProofs.issue(userId), ...(isStaff && { isStaff }) };
}

/** Independent of the administrator's choice about order emails. */
export async function findAdministrator(database: Database): Promise<AdministratorAddress | null> {
  const user = await database.user.findUnique({ where: { id: ADMIN_ID } });
  if (!user || user.email === null) return null;
  return { email: user.email, firstName: user.firstName };
}

export async function listRecipientIds(database: Database, after: number, limit: number): Promise<number[]> {
  const rows = await database.user.findMany({
    where: { id: { gt: after }, email: { not: null }, ...WANTS_EMAILS },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

export async function countAudience(database: Database): Promise<{ customers: number; byEmail: number }> {
  const customer = { role: 'USER', isAgent: false } as const;
  const [customers, byEmail] = await Promise.all([
    database.user.count({ where: customer }),
    database.user.count({ where: { ...customer, email: { not: null }, ...WANTS_EMAILS } }),
  ]);
  return { customers, byEmail };
}

/** Idempotent. */
export async function unsubscribe({ database, unsubscribeProofs }: EmailDependencies, token: string): Promise<void> {
  const id = unsubscribeProofs.userIdOf(token);
  if (id === null) throw new AppError('bad-request', 'Ce lien de désabonnement est invalide.');
  await database.user.updateMany({
    where: { id, notifyByEmail: true },
    data: { notifyByEmail: false, updatedAt: new Date() },
  });
}
