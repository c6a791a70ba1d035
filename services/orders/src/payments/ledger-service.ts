import type { AddChargeSchema, Ledger } from '@fasocolis/contracts/payments';
import { isStaff, type UserIdentity } from '@fasocolis/service-kit/auth/identity';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { ORDER_NOT_FOUND } from '../history/write-orders.ts';
import { restOf } from '../ledger/balance.ts';
import { addCharge, cancelCharge, chargeFreight } from '../ledger/charges.ts';
import { readFreights } from '../ledger/freight.ts';
import { waiveStorage } from '../ledger/storage.ts';
import { readStorage } from '../shared/storage.ts';
import { PAYMENT_WITH_SHARES, presentCharge, presentPayment } from './ledger-presenter.ts';

/** The order whose money a viewer may see: staff and the owner. */
export async function findLedgerOrder(database: Database, orderId: number, viewer: UserIdentity): Promise<Order> {
  const order = await database.order.findUnique({ where: { id: orderId } });
  if (!order || !(isStaff(viewer) || order.userId === viewer.userId)) throw new AppError('not-found', ORDER_NOT_FOUND);
  return order;
}

export class LedgerService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** For staff and the owner, who see the live entries alone. */
  async find(orderId: number, viewer: UserIdentity): Promise<Ledger> {
    return this.#present(await findLedgerOrder(this.#database, orderId, viewer), viewer);
  }

  async addCharge(orderId: number, body: z.infer<typeof AddChargeSchema>, actor: Actor, viewer: UserIdentity) {
    if (body.kind === 'discount' && !viewer.isAdmin) {
      throw new AppError('forbidden', 'Une remise est réservée à l’administrateur.');
    }
    await once(this.#database, actor, (transaction: Transaction) => addCharge(transaction, orderId, body, actor));
    return this.find(orderId, viewer);
  }

  async chargeFreight(orderId: number, tariffId: number, actor: Actor, viewer: UserIdentity): Promise<Ledger> {
    const charge = (transaction: Transaction) => chargeFreight(transaction, orderId, tariffId, actor);
    await once(this.#database, actor, charge);
    return this.find(orderId, viewer);
  }

  async cancelCharge(id: number, reason: string, actor: Actor, viewer: UserIdentity): Promise<Ledger> {
    const { isAdmin } = viewer;
    const cancel = (transaction: Transaction) => cancelCharge(transaction, id, reason, { ...actor, isAdmin });
    return this.find(await once(this.#database, actor, cancel), viewer);
  }

  async waiveStorage(orderId: number, reason: string, actor: Actor, viewer: UserIdentity): Promise<Ledger> {
    await once(this.#database, actor, (transaction: Transaction) => waiveStorage(transaction, orderId, reason, actor));
    return this.find(orderId, viewer);
  }

  async #present(order: Order, viewer: UserIdentity): Promise<Ledger> {
    const isOfStaff = isStaff(viewer);
    const live = isOfStaff ? {} : { cancelledAt: null };
    const [charges, payments, [freight], owed] = await Promise.all([
      this.#database.charge.findMany({ where: { orderId: order.id, ...live }, orderBy: { id: 'asc' } }),
      this.#database.payment.findMany({
        where: { shares: { some: { orderId: order.id } }, ...live },
        orderBy: [{ paidAt: 'asc' }, { id: 'asc' }],
        include: PAYMENT_WITH_SHARES,
      }),
      readFreights(this.#database, [order]),
      readStorage(this.#database, [order.id], new Date()),
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
}

/** An amount that was typed has no measures to differ from. */
function freightState(read: Awaited<ReturnType<typeof readFreights>>[number] | undefined): Ledger['freight'] {
  const { charge, proposal = null } = read ?? {};
  if (!charge) return { state: 'to-fix', proposal };
  const differs = charge.tariffId !== null && proposal !== null && charge.quantity !== proposal.quantity;
  return { state: differs ? 'differs' : 'charged', proposal: differs ? proposal : null };
}
