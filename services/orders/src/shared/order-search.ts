import { userIdInCode } from '@fasocolis/contracts/reading/client-code';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { LEAST_INDEXED } from '@fasocolis/contracts/reading/search';
import { escapeLike, matchesSearch } from '@fasocolis/service-kit/data/database';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';

const MAX_FORMERS = 1000;

/** The alternatives for the orders that a search names: by reference, recipient, number or client code. */
export async function whereNamed(database: Database, search: string): Promise<Prisma.OrderWhereInput[]> {
  const [referred, ofClient] = await Promise.all([whereReferred(database, search), whereOfClient(database, search)]);
  return [...referred, ...ofClient, ...matchesSearch('recipientSearch', search)];
}

async function whereReferred(database: Database, search: string): Promise<Prisma.OrderWhereInput[]> {
  const part = referenceKey(search);
  const alternatives = [
    { referenceKey: { in: referencesIn(search).map(referenceKey) } },
    ...(part ? [{ referenceKey: withPart(part) }] : []),
  ];
  // They are read first: a condition on another table beside the others would make PostgreSQL read all orders.
  const formers = await database.formerReference.findMany({
    where: { OR: alternatives },
    select: { orderId: true },
    take: MAX_FORMERS,
  });
  return [...alternatives, { id: { in: formers.map(({ orderId }) => orderId) } }];
}

/** One or two characters are the beginning: no index finds them elsewhere. */
const withPart = (part: string) =>
  part.length < LEAST_INDEXED ? { startsWith: escapeLike(part) } : { contains: escapeLike(part) };

/** The orders of the customer whose client code a text is, unless it is a reference: both may have the form "BGS1042". */
async function whereOfClient(database: Database, search: string): Promise<Prisma.OrderWhereInput[]> {
  const userId = userIdInCode(search);
  if (userId === undefined) return [];
  const isReference = (await database.order.count({ where: { referenceKey: referenceKey(search) } })) > 0;
  return isReference ? [] : [{ userId }];
}
