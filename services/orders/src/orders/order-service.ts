import type { Readable } from 'node:stream';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import type { CreateOrderSchema } from '@fasocolis/contracts/order-input';
import type { FoundOrdersSchema, OrdersByReferenceSchema } from '@fasocolis/contracts/push';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { type Identity, isStaff } from '@fasocolis/service-kit/auth/identity';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { endOfTurn, refuseDuplicate } from '@fasocolis/service-kit/data/database';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { findPage } from '@fasocolis/service-kit/http/lists';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { createOrders } from '../history/create.ts';
import { logOrders } from '../history/order-log.ts';
import { lockOrder, ORDER_NOT_FOUND } from '../history/write-orders.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import {
  type Finder,
  finderOf,
  lookAlikeOf,
  type Named,
  namedOrders,
  ordersByKey,
  ownerFinder,
  PUBLIC_FINDER,
} from '../shared/named-orders.ts';
import { readDetails } from '../shared/order-details.ts';
import { ownCodes } from '../shared/own-codes.ts';
import { whereSilent } from '../shared/silence.ts';
import { exportOrders } from './order-export.ts';
import { type AllEventsRequest, type EventListRequest, type OrderListRequest, whereListed } from './order-list.ts';

const REFERENCE_TAKEN = 'Une commande avec ce numéro de référence existe déjà';

/**
 * Finds the order that a text names, by its present or a former reference, or an alias. Staff find archived orders. A
 * text with several references finds no single order, even when only one of them exists: see `matches`.
 * @param report is called with the references in the text that no order has
 */
export async function findOrderByReference(
  database: Database,
  text: string,
  viewer: Identity,
  report: (unknown: string[]) => void = () => {},
): Promise<Order> {
  const { orders, unknown, missing } = await named(database, text, finderOf(viewer));
  report(unknown);
  const [order] = orders.filter(({ archivedAt }) => isStaff(viewer) || archivedAt === null);
  if (order && orders.length === 1 && missing.length === 0) return order;
  if (!order && orders.length > 0) throw new AppError('gone', "Ce colis n'est plus suivi.");
  throw new AppError('not-found', ORDER_NOT_FOUND);
}

async function named(database: Database, text: string, finder: Finder): Promise<Named> {
  const key = referenceKey(text);
  await endOfTurn();
  const where = { referenceKey: key };
  const present = await database.order.findUnique({ where });
  if (present) return { orders: [present], unknown: [], missing: [] };
  const former = await database.formerReference.findUnique({ where, include: { order: true } });
  if (former && finder(former)) return { orders: [former.order], unknown: [], missing: [] };
  const references = referencesIn(text);
  if (references.every((reference) => referenceKey(reference) === key))
    return { orders: [], unknown: references, missing: [] };
  const [named] = await namedOrders(database, [text], finder);
  return named ?? { orders: [], unknown: [], missing: [] };
}

export async function matchOrders(
  database: Database,
  text: string,
  viewer: Identity,
): Promise<Named & { suggestion: string | null }> {
  const finder = finderOf(viewer);
  const { orders, unknown, missing } = await named(database, text, finder);
  const open = orders.filter(({ archivedAt }) => archivedAt === null);
  const archived = orders.flatMap(({ archivedAt, reference }) => (archivedAt === null ? [] : [reference]));
  const suggested = orders.length === 0 ? await lookAlikeOf(database, text, finder) : undefined;
  return { orders: open, unknown, missing: [...archived, ...missing], suggestion: suggested?.reference ?? null };
}

/** The orders with these references, former ones and aliases for the writer among them, that are still followed. */
export async function findOrdersByReference(
  database: Database,
  { references, phone }: z.infer<typeof OrdersByReferenceSchema>,
): Promise<z.infer<typeof FoundOrdersSchema>> {
  const writer = phone && (await database.accountNumber.findUnique({ where: { phone } }));
  const finder = writer ? ownerFinder(writer.userId) : PUBLIC_FINDER;
  const found = await ordersByKey(database, references.map(referenceKey), finder);
  const open = new Map([...found.values()].flatMap((order) => (order.archivedAt ? [] : [[order.id, order] as const])));
  const suggested = open.size === 0 ? await lookAlikeOf(database, references.join('\n'), finder) : undefined;
  const writtenOf = ({ id, referenceKey: own }: Order) =>
    found.has(own) ? undefined : references.find((each) => found.get(referenceKey(each))?.id === id);
  return {
    orders: Array.from(open.values(), (order) => {
      const written = writtenOf(order);
      return { orderId: order.id, reference: order.reference, ...(written !== undefined && { written }) };
    }),
    unknown: references.filter((reference) => !found.has(referenceKey(reference))),
    suggestion: suggested?.reference ?? null,
  };
}

/** The order with this reference whose recipient has the number, or whose owner has verified it. */
export async function findOrderOfNumber(database: Database, reference: string, phone: string): Promise<Order | null> {
  const { orders } = await named(database, reference, PUBLIC_FINDER);
  const [order, ...others] = orders.filter(({ archivedAt }) => archivedAt === null);
  if (!order || others.length > 0) return null;
  if (order.recipientPhone === phone) return order;
  const owner = await database.accountNumber.findUnique({ where: { phone } });
  return owner && owner.userId === order.userId ? order : null;
}

/** One page of an order's history without withdrawn events, oldest first by default, and its length. */
export async function listOrderEvents(database: Database, orderId: number, { sort, offset, limit }: EventListRequest) {
  const { field, direction } = sort ?? { field: 'occurredAt', direction: 'asc' };
  // One query reads them: an order has few events, and their ids ascend with their times.
  const events = await database.orderEvent.findMany({
    where: { orderId, withdrawnAt: null },
    orderBy: [{ [field]: direction }, { id: direction }],
  });
  return { rows: events.slice(offset, offset + limit), total: events.length };
}

export function listAllEvents(database: Database, list: AllEventsRequest) {
  const where = list.filters;
  return findPage(list, ['id', 'desc'], database.orderEvent, { where });
}

export async function exportListed(
  dependencies: Dependencies,
  list: Pick<OrderListRequest, 'search' | 'filters'>,
): Promise<Readable> {
  return exportOrders(dependencies, await whereListed(list, dependencies));
}

export async function listSilentOrders(
  { database, statuses, silenceDays }: Dependencies,
  limit: number,
): Promise<{ total: number; orders: Order[] }> {
  const where = whereSilent(silenceDays, await statuses.underWay());
  const [total, orders] = await Promise.all([
    database.order.count({ where }),
    database.order.findMany({ where, orderBy: { lastEventAt: 'asc' }, take: limit }),
  ]);
  return { total, orders };
}

export async function createOrder(
  dependencies: Dependencies,
  body: z.infer<typeof CreateOrderSchema>,
  actor: Actor,
): Promise<Order> {
  const { database } = dependencies;
  const { estimatedDelivery, userId = null } = body;
  if (userId !== null) await assertUserExists(dependencies, userId, actor);
  await assertNoOwnCode(dependencies, body.reference, actor);
  const order = {
    ...body,
    userId,
    recipientPhone: phoneIn('recipientPhone', body.recipientPhone),
    estimatedDelivery: estimatedDelivery ? new Date(estimatedDelivery) : null,
  };
  return refuseTakenReference(
    once(database, actor, async (transaction: Transaction) => {
      const [created] = await createOrders(transaction, [order], actor);
      if (!created) throw new AppError('conflict', REFERENCE_TAKEN);
      return created;
    }),
  );
}

export async function assertUserExists(
  { auth }: Pick<Dependencies, 'auth'>,
  userId: number,
  { requestId }: Actor,
): Promise<void> {
  const user = await auth.find(accountOperations.getUser, requestId ?? '', { params: { id: userId } });
  if (user) return;
  throw AppError.field('userId', 'Utilisateur non trouvé');
}

/** Refuses as a new reference what the product gives to clients, consignments and receipts. */
export async function assertNoOwnCode(
  { database, auth }: Pick<Dependencies, 'database' | 'auth'>,
  reference: string,
  { requestId }: Actor,
): Promise<void> {
  const codes = await ownCodes({ database, auth }, [reference], requestId);
  const problem = codes.get(reference);
  if (problem === undefined) return;
  const where = { referenceKey: referenceKey(reference) };
  if ((await database.order.count({ where })) === 0) throw AppError.field('reference', problem);
}

export async function removeOrder(database: Database, id: number, actor: Actor): Promise<void> {
  await database.$transaction(async (transaction) => {
    const order = await lockOrder(transaction, id);
    const details = await readDetails(transaction, [id]);
    if (!details.get(id)?.isUntouched) {
      throw new AppError('conflict', 'Ce colis a déjà un historique\u00a0: il ne peut qu’être archivé.');
    }
    await transaction.order.delete({ where: { id } });
    await logOrders(transaction, actor, [{ action: 'deleted', before: order }]);
  });
}

export const refuseTakenReference = <T>(write: Promise<T>): Promise<T> =>
  refuseDuplicate(write, REFERENCE_TAKEN, 'reference');
