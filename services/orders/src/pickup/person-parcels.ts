import { MAX_HANDED_OVER } from '@fasocolis/contracts/pickup';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Order, Prisma } from '../generated/prisma/client.ts';

type Reader = Pick<Database | Transaction, 'accountNumber' | 'order'>;

/**
 * The parcels that wait for the person to whom an order is handed over, without it: those for the same phone number and,
 * where a parcel names none, those of the account of that number. Parcels for other numbers are other persons', also when
 * one account owns both.
 */
async function waitingFor(
  database: Reader,
  { id, recipientPhone, userId }: Order,
  endedStatuses: string[],
): Promise<Prisma.OrderWhereInput> {
  const number = userId === null ? null : await database.accountNumber.findUnique({ where: { userId } });
  const phone = recipientPhone ?? number?.phone ?? null;
  const account = phone === null ? null : await database.accountNumber.findUnique({ where: { phone } });
  const ownerId = phone === null ? userId : (account?.userId ?? null);
  return {
    OR: [
      ...(phone === null ? [] : [{ recipientPhone: phone }]),
      ...(ownerId === null ? [] : [{ recipientPhone: null, userId: ownerId }]),
    ],
    id: { not: id },
    pickupCode: { not: null },
    archivedAt: null,
    status: { notIn: endedStatuses },
  };
}

export async function parcelsOfPerson(database: Reader, orderId: number, endedStatuses: string[]): Promise<Order[]> {
  const order = await database.order.findUnique({ where: { id: orderId } });
  if (!order) throw new AppError('not-found', 'Commande non trouvée');
  const where = await waitingFor(database, order, endedStatuses);
  const others = await database.order.findMany({ where, orderBy: { id: 'asc' }, take: MAX_HANDED_OVER - 1 });
  return [order, ...others];
}

export async function assertOfPerson(transaction: Transaction, [order, ...others]: Order[]): Promise<void> {
  if (!order || others.length === 0) return;
  const where = await waitingFor(transaction, order, ['DELIVERED']);
  const ids = others.map(({ id }) => id);
  if ((await transaction.order.count({ where: { AND: [where, { id: { in: ids } }] } })) === ids.length) return;
  throw new AppError('conflict', 'Un de ces colis n’attend plus cette personne. Relisez la liste.');
}
