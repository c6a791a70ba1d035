import {
  OPEN_REPORTS,
  type PaymentReport,
  type PaymentReports,
  type ReportPaymentSchema,
} from '@fasocolis/contracts/payment-reports';
import { exceedsRest } from '@fasocolis/contracts/payments';
import type { UserIdentity } from '@fasocolis/service-kit/auth/identity';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { AppError } from '@fasocolis/service-kit/http/errors';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order, PaymentReport as ReportRow } from '../generated/prisma/client.ts';
import { lockOrder, lockOrders, ORDER_NOT_FOUND } from '../history/write-orders.ts';
import { owedFor } from '../ledger/balance.ts';
import { logLedger } from '../ledger/ledger-log.ts';
import { assertNoPhone, isSameNumber, OTHER_PAYMENT, takePayment, transactionConflict } from '../ledger/payments.ts';
import { readStorage } from '../shared/storage.ts';
import { findLedgerOrder } from './ledger-service.ts';
import { readPaymentAccounts } from './payment-settings.ts';

const NOT_FOUND = 'Paiement signalé non trouvé';
const ALREADY_REPORTED = 'Vous avez déjà signalé ce paiement\u00a0: nous le vérifions.';
const OWN_NUMBER = 'C’est le numéro auquel vous avez payé. Écrivez celui de la transaction.';
const TOO_MANY = `${OPEN_REPORTS} paiements de ce colis attendent déjà notre réponse. Attendez-la avant d’en signaler un autre.`;

export async function findPaymentReports(
  database: Database,
  orderId: number,
  viewer: UserIdentity,
): Promise<PaymentReports> {
  await findLedgerOrder(database, orderId, viewer);
  const [accounts, reports] = await Promise.all([
    readPaymentAccounts(database),
    database.paymentReport.findMany({ where: { orderId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }),
  ]);
  return { accounts, reports: reports.map(present) };
}

/** Keeps the report of an owner once, however often it is sent. */
export async function reportPayment(
  database: Database,
  orderId: number,
  body: z.infer<typeof ReportPaymentSchema>,
  viewer: UserIdentity,
) {
  const { id, ...payment } = body;
  return database.$transaction(async (transaction) => {
    const order = await lockOrder(transaction, orderId);
    if (order.userId !== viewer.userId) throw new AppError('not-found', ORDER_NOT_FOUND);
    const known = await transaction.paymentReport.findUnique({ where: { id } });
    if (!known) {
      await assertMayReport(transaction, order, payment);
      // Another order may have got the same id at this moment.
      await transaction.paymentReport.createMany({ data: [{ id, orderId, ...payment }], skipDuplicates: true });
    }
    const report = known ?? (await transaction.paymentReport.findUnique({ where: { id } }));
    const isSame =
      report?.orderId === orderId &&
      Object.entries(payment).every(([name, value]) => report[name as keyof ReportRow] === value);
    if (!isSame) throw new AppError('conflict', OTHER_PAYMENT);
    return present(report);
  });
}

/**
 * Takes the payment that was reported. A transfer for several parcels of its owner was reported for each of them, and is
 * one payment of them all.
 */
export function confirmPaymentReport(database: Database, id: string, actor: Actor): Promise<PaymentReport> {
  return settle(database, id, actor, null, async (transaction, orders, reports) => {
    const [first] = reports;
    if (!first) throw new AppError('internal');
    const { method, transactionReference, createdAt: paidAt } = first;
    const amount = reports.reduce((sum, report) => sum + report.amount, 0);
    const wanted = new Map(reports.map((report) => [report.orderId, report.amount]));
    await takePayment(
      transaction,
      orders,
      { id, method: method as PaymentReport['method'], transactionReference, amount, paidAt, wanted },
      actor,
    );
  });
}

export function refusePaymentReport(
  database: Database,
  id: string,
  reason: string,
  actor: Actor,
): Promise<PaymentReport> {
  return settle(database, id, actor, reason, (transaction, orders, reports) =>
    logLedger(
      transaction,
      actor,
      orders.flatMap((order) =>
        reports
          .filter(({ orderId }) => orderId === order.id)
          .map(({ amount }) => ({ order, action: 'payment-refused' as const, after: { amount, reason } })),
      ),
    ),
  );
}

async function settle(
  database: Database,
  id: string,
  { userId: settledBy }: Actor,
  refusedReason: string | null,
  effect: (transaction: Transaction, orders: Order[], reports: ReportRow[]) => Promise<unknown>,
): Promise<PaymentReport> {
  if (!z.uuid().safeParse(id).success) throw new AppError('not-found', NOT_FOUND);
  return database.$transaction(async (transaction) => {
    const found = await transaction.paymentReport.findUnique({ where: { id }, include: { order: true } });
    if (!found) throw new AppError('not-found', NOT_FOUND);
    const { method, transactionReference, order } = found;
    const ofTransfer = { method, transactionReference, settledAt: null, order: { userId: order.userId } };
    const settled = refusedReason === null ? ofTransfer : { id };
    const together = await transaction.paymentReport.findMany({ where: settled });
    const orders = await lockOrders(transaction, [...new Set([order.id, ...together.map(({ orderId }) => orderId)])]);
    const { state } = present(await transaction.paymentReport.findUniqueOrThrow({ where: { id } }));
    if (state === 'confirmed') throw new AppError('conflict', 'Ce paiement est déjà confirmé.');
    if (state === 'refused') throw new AppError('conflict', 'Ce paiement est déjà refusé.');
    const reports = await transaction.paymentReport.findMany({
      where: { ...settled, orderId: { in: orders.map((each) => each.id) } },
      orderBy: { createdAt: 'asc' },
    });
    const paid = orders.filter((each) => reports.some(({ orderId }) => orderId === each.id));
    await effect(transaction, paid, reports);
    const data = { settledAt: new Date(), settledBy, refusedReason };
    await transaction.paymentReport.updateMany({ where: { id: { in: reports.map((each) => each.id) } }, data });
    return present(await transaction.paymentReport.findUniqueOrThrow({ where: { id } }));
  });
}

async function assertMayReport(
  transaction: Transaction,
  order: Order,
  { method, transactionReference, amount }: Omit<z.infer<typeof ReportPaymentSchema>, 'id'>,
): Promise<void> {
  const accounts = await readPaymentAccounts(transaction);
  if (accounts.some(({ number }) => isSameNumber(number, transactionReference))) {
    throw AppError.field('transactionReference', OWN_NUMBER);
  }
  assertNoPhone([order], transactionReference);
  const same = { method, transactionReference };
  const shares = { some: { order: { userId: order.userId } } };
  const recorded = await transaction.payment.findFirst({ where: { ...same, cancelledAt: null, shares } });
  if (recorded) throw transactionConflict(recorded.receipt);
  const open = await transaction.paymentReport.findMany({ where: { orderId: order.id, settledAt: null } });
  if (open.some((each) => each.method === method && each.transactionReference === transactionReference)) {
    throw AppError.conflict('transactionReference', ALREADY_REPORTED);
  }
  if (open.length >= OPEN_REPORTS) throw new AppError('conflict', TOO_MANY);
  const rest = owedFor([order], await readStorage(transaction, [order.id], new Date()));
  if (amount > rest) throw AppError.conflict('amount', exceedsRest(rest));
}

function present(report: ReportRow): PaymentReport {
  const { id, method, transactionReference, amount, createdAt, settledAt, refusedReason: reason } = report;
  const settled = reason === null ? 'confirmed' : 'refused';
  return {
    id,
    method: method as PaymentReport['method'],
    transactionReference,
    amount,
    createdAt: createdAt.toISOString(),
    state: settledAt === null ? 'open' : settled,
    reason,
  };
}
