import { missingReferences } from '@fasocolis/contracts/reading/missing-references';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { lookAlikes, referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { type Identity, isStaff } from '@fasocolis/service-kit/auth/identity';
import type { Transaction } from '../database.ts';
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
  return ownerFinder(viewer.userId);
}

export const ownerFinder =
  (userId: number): Finder =>
  ({ alias, order }) =>
    alias === null || order.userId === userId;

type Reader = Pick<Transaction, 'order' | 'formerReference'>;

export interface Named {
  orders: Order[];
  /** References that might have been guesses (SEC-025). */
  unknown: string[];
  /** The unknown references that the writer surely meant as such. Empty when no reference was found. */
  missing: string[];
}

/** The orders with these keys, by their references, former ones and the aliases that the finder may use. */
export async function ordersByKey(
  database: Reader,
  keys: readonly string[],
  finder: Finder,
): Promise<Map<string, Order>> {
  const where = { referenceKey: { in: [...new Set(keys)].filter(Boolean) } };
  if (where.referenceKey.in.length === 0) return new Map();
  const formers = await database.formerReference.findMany({ where, include: { order: true } });
  const present = await database.order.findMany({ where });
  return new Map([
    ...formers.filter(finder).map(({ referenceKey: key, order }): [string, Order] => [key, order]),
    ...present.map((order): [string, Order] => [order.referenceKey, order]),
  ]);
}

/** The order whose reference is the whole text, otherwise those whose references are in it (READ-003). */
export async function namedOrders(database: Reader, texts: readonly string[], finder: Finder): Promise<Named[]> {
  const read = texts.map((text) => ({ whole: referenceKey(text), references: referencesIn(text) }));
  const found = await ordersByKey(
    database,
    read.flatMap(({ whole, references }) => [whole, ...references.map(referenceKey)]),
    finder,
  );
  return read.map(({ whole, references }): Named => {
    const exact = found.get(whole);
    if (exact) return { orders: [exact], unknown: [], missing: [] };
    const keys = references.map(referenceKey);
    const known = keys.filter((key) => found.has(key));
    // "0003" is a part of "DEMO 0003", not another parcel.
    const longest = known.filter((key) => !known.some((other) => other !== key && other.includes(key)));
    const orders = new Map(longest.flatMap((key) => found.get(key) ?? []).map((order) => [order.id, order]));
    const unknown = references.filter((_reference, index) => !found.has(keys[index] ?? ''));
    // The rest is part of a sentence, once something in it was found.
    return {
      orders: [...orders.values()],
      unknown: unknown.filter((each) => known.length === 0 || !each.includes(' ')),
      missing: known.length === 0 ? [] : missingReferences(unknown, known),
    };
  });
}

/** The order that a text without a known reference may mean: one whose reference looks alike. Not archived. */
export async function lookAlikeOf(database: Reader, text: string, finder: Finder): Promise<Order | undefined> {
  const keys = referencesIn(text).flatMap(lookAlikes);
  const found = await ordersByKey(database, keys, finder);
  const [key] = keys.filter((each) => found.has(each) && !found.get(each)?.archivedAt);
  return key === undefined ? undefined : found.get(key);
}
