import { randomBytes } from 'node:crypto';
import { exceedsRest, type HandoverPayment, restToPay } from '@fasocolis/contracts/payments';
import { phoneDigits } from '@fasocolis/contracts/reading/search';
import { isPhoneWithCountry } from '@fasocolis/contracts/reading/transaction';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Database, Transaction } from '../database.ts';
import type { Order, Payment } from '../generated/prisma/client.ts';
import { lockOrders, ORDER_NOT_FOUND } from '../history/write-orders.ts';
import { readStorage, type Storage } from '../shared/storage.ts';
import { type Balance, owedFor, restOf, writeBalances } from './balance.ts';
import { logLedger } from './ledger-log.ts';
import { chargeStorage } from './storage.ts';

const PHONE_NUMBER = 'C’est un numéro de téléphone. Écrivez celui de la transaction.';

export const OTHER_PAYMENT =
  'Un premier envoi de ce paiement est déjà enregistré, avec un autre contenu. Rechargez la page, puis vérifiez-le.';

/**
 * Takes a payment for locked orders, with its receipt. Each order gets the amount that is wanted for it; what is left
 * pays the rests in the order of ids. Storage until then becomes a charge. Of payments with the same id the first one
 * counts. All refusals come before the first write.
 * @returns the balances after it
 */
export async function takePayment(
  transaction: Transaction,
  orders: Order[],
  {
    id,
    method,
    transactionReference = null,
    amount,
    payerName,
    paidAt,
    wanted = new Map(),
  }: HandoverPayment & { paidAt: Date; wanted?: ReadonlyMap<number, number> },
  actor: Actor,
): Promise<Map<number, Balance>> {
  const reference = method === 'cash' ? null : transactionReference;
  const receiptPrefix = await lockPayments(transaction);
  const known = await transaction.payment.findUnique({ where: { id }, include: { shares: true } });
  if (known) {
    const isOf = known.shares.every(({ orderId }) => orders.some((order) => order.id === orderId));
    const isSame = known.method === method && known.amount === amount && known.transactionReference === reference;
    if (!isOf || !isSame) throw new AppError('conflict', OTHER_PAYMENT);
    return new Map(orders.map(({ id, due, paid }) => [id, { due, paid }]));
  }
  assertOneClient(orders);
  const storage = await readStorage(transaction, idsOf(orders), paidAt);
  const rest = owedFor(orders, storage);
  if (amount > rest) {
    throw AppError.conflict('amount', exceedsRest(rest));
  }
  if (reference !== null) {
    assertNoPhone(orders, reference);
    await assertNewTransaction(transaction, method, reference);
  }
  const numbered = await nextReceipt(transaction, receiptPrefix, new Date());
  const charged = await chargeStorage(transaction, orders, storage, actor);
  const shares = sharesOf(
    orders.map((order) => ({ ...order, ...charged.get(order.id) })),
    amount,
    wanted,
  );
  await transaction.payment.create({
    data: {
      id,
      method,
      transactionReference: reference,
      amount,
      paidAt,
      ...numbered,
      payerName: payerName ?? orders[0]?.recipientName ?? null,
      token: randomBytes(16).toString('base64url'),
      userId: actor.userId,
      shares: { create: shares.map(({ order, amount }) => ({ orderId: order.id, amount })) },
    },
  });
  const { receipt } = numbered;
  await logLedger(
    transaction,
    actor,
    shares.map(({ order, amount }) => ({ order, action: 'paid', after: { amount, receipt } })),
  );
  return writeBalances(transaction, idsOf(orders));
}

const idsOf = (orders: Order[]) => orders.map(({ id }) => id);

/**
 * Makes concurrent payments wait for each other, after they locked their orders: of two with one id, one transaction or one
 * receipt number, the second one sees the first. @returns the prefix of receipts
 */
async function lockPayments(transaction: Transaction): Promise<string> {
  const [settings] = await transaction.$queryRaw<{ receiptPrefix: string }[]>`
    SELECT receipt_prefix AS "receiptPrefix" FROM payment_settings WHERE id = 1 FOR UPDATE`;
  if (!settings) throw new AppError('internal');
  return settings.receiptPrefix;
}

async function nextReceipt(transaction: Transaction, receiptPrefix: string, now: Date) {
  const receiptYear = now.getUTCFullYear();
  const [counter] = await transaction.$queryRaw<{ last: number }[]>`
    INSERT INTO receipt_counters (year, last) VALUES (${receiptYear}, 1)
    ON CONFLICT (year) DO UPDATE SET last = receipt_counters.last + 1 RETURNING last`;
  if (!counter) throw new AppError('internal');
  const receipt = `${receiptPrefix}-${receiptYear}-${String(counter.last).padStart(6, '0')}`;
  return { receiptYear, receiptNumber: counter.last, receipt };
}

/** Whether a reference is a phone number that has, apart from its dialling code, the same digits. */
export const isSameNumber = (phone: string, reference: string): boolean =>
  /^\+?\d+$/.test(reference) && phoneDigits(phone).length >= 8 && reference.endsWith(phoneDigits(phone).slice(-8));

/** @throws AppError `validation` for the phone number of a recipient, and for another one with its country */
export function assertNoPhone(orders: readonly Pick<Order, 'recipientPhone'>[], reference: string): void {
  const isOfRecipient = orders.some(({ recipientPhone }) => recipientPhone && isSameNumber(recipientPhone, reference));
  if (isOfRecipient || isPhoneWithCountry(reference)) throw AppError.field('transactionReference', PHONE_NUMBER);
}

async function assertNewTransaction(transaction: Transaction, method: string, transactionReference: string) {
  const same = await transaction.payment.findFirst({ where: { method, transactionReference, cancelledAt: null } });
  if (same) throw transactionConflict(same.receipt);
}

export function transactionConflict(receipt: string): AppError {
  return AppError.conflict('transactionReference', `Cette transaction est déjà enregistrée (${receipt})`);
}

/** The orders of a client have the same account, or the same number. */
function assertOneClient([first, ...others]: Order[]): void {
  const shareColumn = (column: 'userId' | 'recipientPhone') =>
    first?.[column] !== null && others.every((order) => order[column] === first?.[column]);
  if (others.length === 0 || shareColumn('userId') || shareColumn('recipientPhone')) return;
  throw new AppError('conflict', 'Ces colis ne sont pas du même client.');
}

function sharesOf(
  orders: Order[],
  amount: number,
  wanted: ReadonlyMap<number, number>,
): { order: Order; amount: number }[] {
  let left = amount;
  const take = (most: number) => {
    const share = Math.min(left, most);
    left -= share;
    return share;
  };
  const first = orders.map((order) => take(Math.min(restOf(order), wanted.get(order.id) ?? 0)));
  return orders.flatMap((order, index) => {
    const own = first[index] ?? 0;
    const share = own + take(restOf(order) - own);
    return share > 0 ? [{ order, amount: share }] : [];
  });
}

/** What a payment adds to what was paid of locked orders: nothing when it is repeated, or was cancelled. */
export async function newAmountOf(
  transaction: Transaction,
  payment: HandoverPayment | null | undefined,
): Promise<number> {
  if (!payment) return 0;
  return (await transaction.payment.count({ where: { id: payment.id } })) > 0 ? 0 : payment.amount;
}

export async function cancelPayment(
  transaction: Transaction,
  id: string,
  reason: string,
  actor: Actor,
): Promise<Payment> {
  const shares = await transaction.paymentShare.findMany({ where: { paymentId: id } });
  const orders = await lockOrders(
    transaction,
    shares.map(({ orderId }) => orderId),
  );
  const payment = await transaction.payment.findUnique({ where: { id } });
  if (!payment) throw new AppError('not-found', 'Paiement non trouvé');
  if (payment.cancelledAt) throw new AppError('conflict', 'Ce paiement est déjà annulé.');
  const data = { cancelledAt: new Date(), cancelledBy: actor.userId, cancelledReason: reason };
  const cancelled = await transaction.payment.update({ where: { id }, data });
  await writeBalances(transaction, idsOf(orders));
  const { receipt } = payment;
  const amountOf = new Map(shares.map(({ orderId, amount }) => [orderId, amount]));
  await logLedger(
    transaction,
    actor,
    orders.map((order) => ({
      ...({ order, action: 'payment-cancelled' } as const),
      after: { amount: amountOf.get(order.id) ?? 0, receipt, reason },
    })),
  );
  return cancelled;
}

export async function lockAllOrders(transaction: Transaction, ids: number[]): Promise<Order[]> {
  const orders = await lockOrders(transaction, ids);
  if (orders.length < ids.length) throw new AppError('not-found', ORDER_NOT_FOUND);
  return orders;
}

/** Why orders may not be handed over; null when they are paid, their owners have credit, or the setting allows a rest. */
async function releaseProblem(
  database: Database | Transaction,
  orders: Order[],
  storage: ReadonlyMap<number, Storage>,
  payment = 0,
): Promise<string | null> {
  const rest = owedFor(orders, storage) - payment;
  if (rest <= 0) return null;
  const { releasesWithRest } = await database.paymentSettings.findUniqueOrThrow({ where: { id: 1 } });
  if (releasesWithRest) return null;
  const ownerIds = new Set(orders.filter((order) => owedFor([order], storage) > 0).map(({ userId }) => userId ?? 0));
  const credits = await database.creditCustomer.count({ where: { userId: { in: [...ownerIds] } } });
  return credits === ownerIds.size ? null : `${restToPay(rest)}.`;
}

export async function unreleasedOrders(
  database: Database | Transaction,
  orders: Order[],
): Promise<ReadonlyMap<number, string>> {
  const storage = await readStorage(database, idsOf(orders), new Date());
  const problems = new Map<number, string>();
  for (const order of orders) {
    const problem = await releaseProblem(database, [order], storage);
    if (problem !== null) problems.set(order.id, problem);
  }
  return problems;
}

export async function assertReleased(...of: Parameters<typeof releaseProblem>): Promise<void> {
  const problem = await releaseProblem(...of);
  if (problem !== null) throw new AppError('balance-due', problem);
}
