import { type Identity, isStaff } from '@fasocolis/service-kit/auth/identity';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

interface Former {
  alias: string | null;
  order: Pick<Order, 'userId'>;
}

/** Whether an alias finds its order: for staff every one, for owners those of their orders. Former references find for all. */
export type Finder = (former: Former) => boolean;

export const STAFF_FINDER: Finder = () => true;
export const PUBLIC_FINDER: Finder = ({ alias }) => alias === null;

export function finderOf(viewer: Identity): Finder {
  if (isStaff(viewer)) return STAFF_FINDER;
  if (viewer.kind !== 'user') return PUBLIC_FINDER;
  return ({ alias, order }) => alias === null || order.userId === viewer.userId;
}

/** By the ids of their orders, the oldest first. */
export type AliasesOfOrders = ReadonlyMap<number, string[]>;

export async function aliasesOf(database: Database, orderIds: number[]): Promise<AliasesOfOrders> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.formerReference.findMany({
    where: { orderId: { in: orderIds }, alias: { not: null } },
    orderBy: [{ createdAt: 'asc' }, { referenceKey: 'asc' }],
    select: { orderId: true, alias: true },
  });
  const aliases = new Map<number, string[]>();
  for (const { orderId, alias } of rows) {
    if (alias !== null) aliases.set(orderId, [...(aliases.get(orderId) ?? []), alias]);
  }
  return aliases;
}
