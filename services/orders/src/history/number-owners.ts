import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

type Owned = Pick<Order, 'userId' | 'ownedByNumber' | 'recipientPhone'>;

export async function ownersByNumber(
  transaction: Pick<Transaction, '$queryRaw'>,
  phones: (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const named = [...new Set(phones.flatMap((phone) => phone ?? []))];
  if (named.length === 0) return new Map();
  const rows = await transaction.$queryRaw<{ phone: string; userId: number }[]>`
    SELECT phone, user_id AS "userId" FROM account_numbers WHERE phone = ANY(${named}::text[])`;
  return new Map(rows.map(({ phone, userId }) => [phone, userId]));
}

/** The order with the account of its recipient's number as owner, unless it was assigned to an owner. */
export function withNumberOwner<O extends Owned>(order: O, owners: ReadonlyMap<string, number>): O {
  if (order.userId !== null && !order.ownedByNumber) return order;
  const userId = owners.get(order.recipientPhone ?? '') ?? null;
  return { ...order, userId, ownedByNumber: userId !== null };
}
