import type { EventData } from '@fasocolis/contracts/events';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Database, Transaction } from '../database.ts';
import { append } from './append.ts';
import { lockOrders } from './write-orders.ts';

const BATCH = 500;

/**
 * Stores that the verified number of an account changed, and gives orders to the account whose number they have. An event
 * that arrives after a later one changes nothing.
 */
export async function applyPhoneChange(
  transaction: Transaction,
  { userId, at, verifiedPhone }: EventData<'user.phone-changed'>,
  requestId: string | null,
): Promise<void> {
  const losers = await transaction.$queryRaw<{ userId: number }[]>`
    UPDATE account_numbers SET phone = NULL
    WHERE phone = ${verifiedPhone}::text AND user_id <> ${userId}::int AND changed_at <= ${at}::timestamptz
    RETURNING user_id AS "userId"`;
  await transaction.$executeRaw`
    INSERT INTO account_numbers (user_id, phone, changed_at)
    SELECT ${userId}::int, CASE WHEN NOT EXISTS (SELECT FROM account_numbers WHERE phone = ${verifiedPhone}::text
      AND user_id <> ${userId}::int) THEN ${verifiedPhone}::text END, ${at}::timestamptz
    ON CONFLICT (user_id) DO UPDATE SET phone = excluded.phone, changed_at = excluded.changed_at
    WHERE account_numbers.changed_at < excluded.changed_at`;
  const accounts = [userId, ...losers.map((loser) => loser.userId)];
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT id FROM orders o WHERE o.owned_by_number AND o.user_id = ANY(${accounts}::int[])
      AND NOT EXISTS (SELECT FROM account_numbers a WHERE a.user_id = o.user_id AND a.phone = o.recipient_phone)
    UNION
    SELECT o.id FROM orders o JOIN account_numbers a ON a.phone = o.recipient_phone
    WHERE a.user_id = ${userId}::int AND (o.user_id IS NULL OR (o.owned_by_number AND o.user_id <> a.user_id))`;
  await reassign(transaction, rows, { userId: null, requestId });
}

/** Removes the number of a deleted account. The row stays without it: an event that arrives later stores no number. */
export async function forgetNumber(transaction: Transaction, userId: number): Promise<void> {
  const data = { phone: null, changedAt: new Date() };
  await transaction.accountNumber.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}

/** Gives orders to the accounts whose number they got while it was being verified. */
export async function findNumberOwners(database: Database): Promise<void> {
  for (;;) {
    const found = await database.$transaction(async (transaction) => {
      const rows = await transaction.$queryRaw<{ id: number }[]>`
        SELECT o.id FROM account_numbers a JOIN orders o ON o.recipient_phone = a.phone
        WHERE o.user_id IS NULL ORDER BY o.id LIMIT ${BATCH}`;
      await reassign(transaction, rows, { userId: null, requestId: null });
      return rows.length;
    });
    if (found < BATCH) return;
  }
}

async function reassign(transaction: Transaction, rows: { id: number }[], actor: Actor): Promise<void> {
  if (rows.length === 0) return;
  const orders = await lockOrders(
    transaction,
    rows.map(({ id }) => id),
  );
  await append(transaction, orders, { entries: [], action: 'changed', followsNumber: true }, actor);
}
