import type { Ledger } from '@fasocolis/contracts/payments';
import { isStaff, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { ORDER_NOT_FOUND } from '../history/write-orders.ts';
import { restOf } from '../ledger/balance.ts';
import { readFreights } from '../ledger/freight.ts';
import { readStorage } from '../shared/storage.ts';
import { PAYMENT_WITH_SHARES, presentCharge, presentPayment } from './ledger-presenter.ts';

/** The order whose money a viewer may see: staff and the owner. */
export async function findLedgerOrder(database: Database, orderId: number, viewer: UserIdentity): Promise<Order> {
  const order = await database.order.findUnique({ where: { id: orderId } });
  if (!order || !(isStaff(viewer) || order.userId === viewer.userId)) throw new AppError('not-found', ORDER_NOT_FOUND);
  return order;
}

/** Staff sees all entries, the owner those that were not cancelled. */
export async function findLedger(database: Database, orderId: number, viewer: UserIdentity): Promise<Ledger> {
  return presentLedger(database, await findLedgerOrder(database, orderId, viewer), viewer);
}

/** Changes a ledger once for all repetitions of a request. @returns the ledger after the change */
export async function changeLedger(
  database: Database,
  actor: Actor,
  viewer: UserIdentity,
  change: (transaction: Transaction) => Promise<number>,
): Promise<Ledger> {
  return findLedger(database, await once(database, actor, change), viewer);
}

async function presentLedger(database: Database, order: Order, viewer: UserIdentity): Promise<Ledger> {
  const isOfStaff = isStaff(viewer);
  const live = isOfStaff ? {} : { cancelledAt: null };
  const [charges, payments, [freight], owed] = await Promise.all([
    database.charge.findMany({ where: { orderId: order.id, ...live }, orderBy: { id: 'asc' } }),
    database.payment.findMany({
      where: { shares: { some: { orderId: order.id } }, ...live },
      orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
      include: PAYMENT_WITH_SHARES,
    }),
    readFreights(database, [order]),
    readStorage(database, [order.id], new Date()),
  ]);
  const storage = owed.get(order.id);
  const due = order.due + (storage?.amount ?? 0);
  return {
    id: order.id,
    charges: charges.map((charge) => presentCharge(charge, isOfStaff)),
    payments: payments.map((payment) => presentPayment(payment, isOfStaff)),
    storage: storage ? { label: storage.label, amount: storage.amount } : null,
    due,
    paid: order.paid,
    rest: restOf({ due, paid: order.paid }),
    freight: freightState(freight),
  };
}

/** A freight that was typed does not depend on measures. */
function freightState(read: Awaited<ReturnType<typeof readFreights>>[number] | undefined): Ledger['freight'] {
  const { charge, proposal = null } = read ?? {};
  if (!charge) return { state: 'to-fix', proposal };
  // By another transport the same number of pieces has another price.
  const isOther = charge.quantity !== proposal?.quantity || charge.tariffId !== proposal.tariffId;
  const differs = charge.tariffId !== null && proposal !== null && isOther;
  return { state: differs ? 'differs' : 'charged', proposal: differs ? proposal : null };
}
