import { readPhone, storedPhone } from '@fasocolis/contracts/reading/phone';
import type { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { User } from '../generated/prisma/client.ts';
import { derivedColumns, isVerifiedUser } from './user-row.ts';

const PHONE_TAKEN = 'Ce numéro appartient à un autre compte.';

interface Number {
  phone: string | null;
  isVerified: boolean;
}

export const NO_NUMBER: Number = { phone: null, isVerified: false };

export async function assertPhoneFree(
  database: Database | Transaction,
  phone: string | null,
  id: number | null = null,
): Promise<void> {
  const holder = phone === null ? null : await holderOf(database, phone);
  if (holder !== null && holder.id !== id) throw phoneTaken();
}

export const phoneTaken = () => AppError.conflict('phone', PHONE_TAKEN);

export const holderOf = (database: Database | Transaction, phone: string): Promise<User | null> =>
  database.user.findUnique({ where: { verifiedPhone: phone } });

/**
 * The only writer of the numbers of accounts that exist. Expects that the transaction has locked the user.
 * @returns the columns to write
 */
export async function phoneColumns(
  transaction: Transaction,
  user: User,
  { phone, isVerified }: Number,
  requestId: string,
) {
  const at = new Date();
  const number = isVerified ? phone : null;
  const stored = phone && storedPhone(phone);
  const formerPhone = stored === user.phone ? null : (user.verifiedPhone ?? readPhone(user.phone ?? ''));
  const former = formerPhone === null ? null : { phone: formerPhone, wasVerified: user.verifiedPhone !== null };
  if (number !== user.verifiedPhone || former) {
    const data = { userId: user.id, at: at.toISOString(), verifiedPhone: number, former };
    await emit(transaction, 'user.phone-changed', data, requestId);
  }
  return { phone: stored, verifiedPhone: number, phoneVerifiedAt: number && at };
}

interface Writing {
  sessions: SessionStore;
  requestId: string;
}

export async function setPhone(
  transaction: Transaction,
  user: User,
  number: Number,
  { sessions, requestId }: Writing,
): Promise<User> {
  const columns = await phoneColumns(transaction, user, number, requestId);
  const data = { ...columns, ...derivedColumns({ ...user, phone: columns.phone }), updatedAt: new Date() };
  const changed = await transaction.user.update({ where: { id: user.id }, data });
  await sessions.update(user.id, { isVerified: isVerifiedUser(changed) });
  return changed;
}
