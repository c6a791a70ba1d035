import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { MAX_SAVED_ORDERS, type SaveOrderSchema, TOO_MANY_SAVED_ORDERS } from '@fasocolis/contracts/saved-orders';
import { isStaff, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import { isForeignKeyViolation } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { SavedOrder } from '../generated/prisma/client.ts';

/** First key of the advisory locks under which a user's saves are counted and inserted; the second is the user's id. */
const SAVING_LOCK = 1;

const NOT_FOUND = 'Commande non trouvée';

/**
 * Saves an order that the caller owns or knows the present or a former reference of; staff may save any.
 * @returns the link, and whether it is new
 */
export async function saveOrder(
  database: Database,
  caller: UserIdentity,
  { orderId, reference = '' }: z.infer<typeof SaveOrderSchema>,
): Promise<{ link: SavedOrder; isNew: boolean }> {
  const key = referenceKey(reference);
  const order = await database.order.findUnique({
    where: { id: orderId },
    select: {
      userId: true,
      referenceKey: true,
      archivedAt: true,
      formerReferences: { where: { referenceKey: key, alias: null } },
    },
  });
  const isAllowed =
    order &&
    !order.archivedAt &&
    (isStaff(caller) ||
      order.userId === caller.userId ||
      order.referenceKey === key ||
      order.formerReferences.length > 0);
  if (!isAllowed) throw new AppError('not-found', NOT_FOUND);
  try {
    return await database.$transaction((transaction) => link(transaction, caller.userId, orderId));
  } catch (cause) {
    if (!isForeignKeyViolation(cause)) throw cause;
    throw new AppError('not-found', NOT_FOUND, { cause });
  }
}

export async function unsaveOrder(database: Database, userId: number, orderId: number): Promise<void> {
  await database.savedOrder.deleteMany({ where: { userId, orderId } });
}

export async function isOrderSaved(database: Database, userId: number, orderId: number): Promise<boolean> {
  return (await database.savedOrder.count({ where: { userId, orderId } })) > 0;
}

/** Archived orders are neither listed nor counted. */
const listedOf = (userId: number) => ({ userId, order: { archivedAt: null } });

export async function listSavedOrders(
  database: Database,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const where = listedOf(userId);
  const [rows, total] = await Promise.all([
    database.savedOrder.findMany({
      where,
      include: { order: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: offset,
      take: limit,
    }),
    database.savedOrder.count({ where }),
  ]);
  return { rows, total };
}

async function link(transaction: Transaction, userId: number, orderId: number) {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${SAVING_LOCK}::int, ${userId}::int)::text`;
  const saved = await transaction.savedOrder.findUnique({ where: { userId_orderId: { userId, orderId } } });
  if (saved) return { link: saved, isNew: false };
  const count = await transaction.savedOrder.count({ where: listedOf(userId) });
  if (count >= MAX_SAVED_ORDERS) throw new AppError('conflict', TOO_MANY_SAVED_ORDERS);
  return { link: await transaction.savedOrder.create({ data: { userId, orderId } }), isNew: true };
}
