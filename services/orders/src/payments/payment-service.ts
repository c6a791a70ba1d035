import type { Readable } from 'node:stream';
import { boundedText } from '@fasocolis/contracts/common';
import { mondayBefore } from '@fasocolis/contracts/dates';
import { MAX_COUNTED } from '@fasocolis/contracts/lists';
import { deliveryDate } from '@fasocolis/contracts/order-input';
import {
  type MoneySummary,
  PAYMENT_METHODS,
  type RecordPaymentSchema,
  type UpdatePaymentSchema,
} from '@fasocolis/contracts/payments';
import { readTransaction } from '@fasocolis/contracts/reading/transaction';
import { type Actor, logChanges } from '@fasocolis/service-kit/data/change-log';
import { matchesSearch } from '@fasocolis/service-kit/data/database';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { defineList, findPage, IdFilterSchema, inDays, type ListRequestOf } from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { cancelPayment, lockAllOrders, takePayment } from '../ledger/payments.ts';
import { correctedTime } from '../shared/device-clock.ts';
import { whereNamed } from '../shared/order-search.ts';
import { readStorage } from '../shared/storage.ts';
import { PAYMENT_WITH_SHARES, type PaymentRow } from './ledger-presenter.ts';
import { exportPayments } from './payment-export.ts';

export const paymentListSpec = defineList({
  resource: 'payments',
  isSearchable: true,
  sortable: ['paidAt'],
  filters: {
    id: z.pipe(
      z.union([boundedText(36), z.array(boundedText(36)).check(z.maxLength(1000))]),
      z.transform((ids: string | string[]) => [ids].flat().filter(isUuid)),
    ),
    method: z.enum(PAYMENT_METHODS),
    userId: IdFilterSchema,
    paidFrom: deliveryDate(),
    paidTo: deliveryDate(),
    cancelled: z.boolean(),
  },
});

/** 128 bits in base64url. */
const TOKEN = /^[\w-]{22}$/;

/** The most orders, newest first, and payments of these that a search considers. */
const MAX_ORDERS = 1000;
const MAX_OF_ORDERS = 5000;

const NOT_FOUND = 'Paiement non trouvé';

const isUuid = (text: string) => z.uuid().safeParse(text).success;

export async function listPayments(database: Database, list: ListRequestOf<typeof paymentListSpec>) {
  const where = await whereListed(database, list);
  return findPage(list, ['paidAt', 'desc'], database.payment, { where, include: PAYMENT_WITH_SHARES }, () =>
    // Prisma orders by id otherwise, which reads payments that the filters leave out.
    database.payment.count({ where, take: MAX_COUNTED + 1, orderBy: { paidAt: 'desc' } }),
  );
}

export async function sumPayments(database: Database, list: ListRequestOf<typeof paymentListSpec>): Promise<number> {
  const where = { AND: [await whereListed(database, list), { cancelledAt: null }] };
  const { _sum: sums } = await database.payment.aggregate({ where, _sum: { amount: true } });
  return sums.amount ?? 0;
}

export async function exportListedPayments(
  database: Database,
  list: ListRequestOf<typeof paymentListSpec>,
  nameOf: (userId: number) => string,
): Promise<Readable> {
  return exportPayments(database, await whereListed(database, list), nameOf);
}

export async function readMoneySummary(database: Database): Promise<MoneySummary> {
  const now = new Date();
  const [summary] = await database.$queryRaw<MoneySummary[]>`
    SELECT
      (SELECT coalesce(sum(due - paid), 0)::float8 FROM orders WHERE due > paid AND archived_at IS NULL) AS "toCollect",
      (SELECT coalesce(sum(amount), 0)::float8 FROM payments
        WHERE cancelled_at IS NULL AND paid_at >= ${mondayBefore(now)}) AS "collectedThisWeek"`;
  const storage = await readStorage(database, null, now);
  const owed = [...storage.values()].reduce((sum, { amount }) => sum + amount, 0);
  return { toCollect: (summary?.toCollect ?? 0) + owed, collectedThisWeek: summary?.collectedThisWeek ?? 0 };
}

/** Records a payment once, however often it is sent. */
export async function recordPayment(
  database: Database,
  { orderIds, paidAt, sentAt, ...payment }: z.infer<typeof RecordPaymentSchema>,
  actor: Actor,
) {
  const now = new Date();
  const time = paidAt === undefined ? now : correctedTime(paidAt, sentAt, now);
  await database.$transaction(async (transaction) => {
    const orders = await lockAllOrders(transaction, orderIds);
    await takePayment(transaction, orders, { ...payment, paidAt: time }, actor);
  });
  return findPayment(database, { id: payment.id });
}

export async function cancelRecordedPayment(
  database: Database,
  id: string,
  reason: string,
  actor: Actor,
): Promise<PaymentRow> {
  if (!isUuid(id)) throw new AppError('not-found', NOT_FOUND);
  await database.$transaction((transaction) => cancelPayment(transaction, id, reason, actor));
  return findPayment(database, { id });
}

export async function updatePayment(
  database: Database,
  id: string,
  { certifiedInvoice }: z.infer<typeof UpdatePaymentSchema>,
  actor: Actor,
): Promise<PaymentRow> {
  if (!isUuid(id)) throw new AppError('not-found', NOT_FOUND);
  if (certifiedInvoice === undefined) return findPayment(database, { id });
  await database.$transaction(async (transaction) => {
    const [before] = await transaction.$queryRaw<{ receipt: string; certifiedInvoice: string | null }[]>`
      SELECT receipt, certified_invoice AS "certifiedInvoice" FROM payments WHERE id = ${id}::uuid FOR UPDATE`;
    if (!before) throw new AppError('not-found', NOT_FOUND);
    await transaction.payment.update({ where: { id }, data: { certifiedInvoice } });
    const { receipt: name } = before;
    const values = { before: { certifiedInvoice: before.certifiedInvoice }, after: { certifiedInvoice } };
    await logChanges(transaction, actor, [{ subject: 'payment', subjectId: id, name, action: 'changed', ...values }]);
  });
  return findPayment(database, { id });
}

export async function findPaymentByToken(database: Database, token: string): Promise<PaymentRow> {
  if (!TOKEN.test(token)) throw new AppError('not-found', NOT_FOUND);
  return findPayment(database, { token });
}

async function findPayment(database: Database, where: Prisma.PaymentWhereUniqueInput): Promise<PaymentRow> {
  const payment = await database.payment.findUnique({ where, include: PAYMENT_WITH_SHARES });
  if (!payment) throw new AppError('not-found', NOT_FOUND);
  return payment;
}

async function whereListed(
  database: Database,
  { search, filters }: ListRequestOf<typeof paymentListSpec>,
): Promise<Prisma.PaymentWhereInput> {
  const { id, method, userId, paidFrom, paidTo, cancelled } = filters;
  return {
    ...(id !== undefined && { id: { in: id } }),
    ...(method !== undefined && { method }),
    ...(userId !== undefined && { userId }),
    ...(cancelled !== undefined && { cancelledAt: cancelled ? { not: null } : null }),
    ...inDays('paidAt', paidFrom, paidTo),
    ...(search && { OR: await whereWritten(database, search) }),
  };
}

/** The number of a receipt as people say it: "REC-2026-123", "2026-123", "n° 123", "000123". */
const SPOKEN_RECEIPT = /^(?:re[çc]u )?(?:n[°o]\.? ?)?(?:[a-z]{1,10}[- ])?(?:(\d{4})[- /])?(\d{1,6})$/i;
const RECEIPT_YEARS = 5;

function receiptsOf(search: string): Prisma.PaymentWhereInput[] {
  const [, year, number] = SPOKEN_RECEIPT.exec(search.trim()) ?? [];
  if (number === undefined) return [];
  const now = new Date().getUTCFullYear();
  const years = year === undefined ? Array.from({ length: RECEIPT_YEARS }, (_, ago) => now - ago) : [Number(year)];
  return [{ receiptYear: { in: years }, receiptNumber: Number(number) }];
}

/** Payments by receipt, transaction, payer or order. The ids are read first, as each condition has a separate index. */
async function whereWritten(database: Database, search: string): Promise<Prisma.PaymentWhereInput[]> {
  const orders = await database.order.findMany({
    where: { OR: await whereNamed(database, search) },
    select: { id: true },
    orderBy: { createdAt: 'desc' },
    take: MAX_ORDERS,
  });
  const shares = await database.paymentShare.findMany({
    where: { orderId: { in: orders.map(({ id }) => id) } },
    select: { paymentId: true },
    orderBy: { paymentId: 'asc' },
    take: MAX_OF_ORDERS,
  });
  return [
    { receipt: search.toUpperCase() },
    ...receiptsOf(search),
    { transactionReference: readTransaction(search) },
    ...matchesSearch('payerSearch', search),
    { id: { in: shares.map(({ paymentId }) => paymentId) } },
  ];
}
