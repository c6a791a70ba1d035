import { ADMIN_ID } from '@fasocolis/contracts/auth';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import { RESERVED_USERNAME_KEY } from './user-row.ts';
import { whereRestorable } from './user-tokens.ts';

const USERNAME_TAKEN = "Ce nom d'utilisateur est déjà utilisé";
export const EMAIL_TAKEN = 'Cet email est déjà utilisé';

export async function assertNamesFree(
  database: Database | Transaction,
  { usernameKey, emailKey }: { usernameKey: string; emailKey: string | null },
  id: number | null = null,
): Promise<void> {
  if (usernameKey === RESERVED_USERNAME_KEY && id !== ADMIN_ID) throw new AppError('conflict', USERNAME_TAKEN);
  const others = id === null ? {} : { id: { not: id } };
  const holders = await database.user.findMany({
    where: { ...others, OR: [{ usernameKey }, ...(emailKey === null ? [] : [{ emailKey }])] },
    select: { usernameKey: true },
  });
  if (holders.some((holder) => holder.usernameKey === usernameKey)) throw new AppError('conflict', USERNAME_TAKEN);
  const previousHolder = emailKey === null ? null : await findByFormerAddress(database, emailKey);
  const isReserved = previousHolder !== null && previousHolder !== id;
  if (holders.length > 0 || isReserved) throw new AppError('conflict', EMAIL_TAKEN);
}

/** The account that can still restore this former address, which is reserved until the link expires. */
export async function findByFormerAddress(database: Database | Transaction, emailKey: string): Promise<number | null> {
  const token = await database.userToken.findFirst({
    where: { emailKey, ...whereRestorable() },
    orderBy: { createdAt: 'asc' },
    select: { userId: true },
  });
  return token?.userId ?? null;
}
