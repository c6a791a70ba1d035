import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { lockOrder } from '../history/write-orders.ts';
import { readStorage, type Storage } from '../shared/storage.ts';
import { type Balance, writeBalances } from './balance.ts';
import { logLedger } from './ledger-log.ts';

const chargeOf = ({ id: orderId }: Order, { label, days, price, amount }: Storage) => ({
  ...({ orderId, kind: 'storage', label, quantity: days * 1000, price, amount } as const),
});

/** Charges locked orders for their storage. @returns the balances of those that have some */
export async function chargeStorage(
  transaction: Transaction,
  orders: Order[],
  storage: ReadonlyMap<number, Storage>,
  actor: Actor,
): Promise<Map<number, Balance>> {
  const charged = orders.flatMap((order) => {
    const owed = storage.get(order.id);
    return owed ? [{ order, owed }] : [];
  });
  if (charged.length === 0) return new Map();
  await transaction.charge.createMany({ data: charged.map(({ order, owed }) => chargeOf(order, owed)) });
  await logLedger(
    transaction,
    actor,
    charged.map(({ order, owed: { label, amount } }) => ({ order, action: 'charged', after: { label, amount } })),
  );
  return writeBalances(
    transaction,
    charged.map(({ order }) => order.id),
  );
}

/** Waives the storage of an order until now, by a charge that is cancelled at once. @returns the id of the order */
export async function waiveStorage(
  transaction: Transaction,
  orderId: number,
  reason: string,
  actor: Actor,
): Promise<number> {
  const order = await lockOrder(transaction, orderId);
  const now = new Date();
  const owed = (await readStorage(transaction, [orderId], now)).get(orderId);
  if (!owed) throw new AppError('conflict', 'Ce colis ne doit pas de magasinage.');
  const { userId } = actor;
  const cancelled = { cancelledAt: now, cancelledBy: userId, cancelledReason: reason };
  await transaction.charge.create({ data: { ...chargeOf(order, owed), ...cancelled, userId } });
  const { label, amount } = owed;
  await logLedger(transaction, actor, [{ order, action: 'charge-cancelled', after: { label, amount, reason } }]);
  return orderId;
}
