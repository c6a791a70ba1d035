import type { Readable } from 'node:stream';
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from '@fasocolis/contracts/payments';
import { streamWorkbook, type WorkbookColumn } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { PAYMENT_WITH_SHARES, type PaymentRow } from './ledger-presenter.ts';

export const PAYMENTS_FILE_NAME = 'encaissements.xlsx';

const PAGE = 500;

const COLUMNS: WorkbookColumn[] = [
  { header: 'Date', width: 18, format: 'instant' },
  { header: 'Reçu', width: 18 },
  { header: 'Client', width: 28 },
  { header: 'Colis', width: 28 },
  { header: 'Moyen', width: 16 },
  { header: 'Transaction', width: 24 },
  { header: 'Montant (FCFA)', width: 16, format: 'amount' },
  { header: 'Agent', width: 24 },
  { header: 'Annulé le', width: 18, format: 'instant' },
];

/** Newest first; payments that were cancelled have their day and no amount. */
export function exportPayments(
  database: Database,
  where: Prisma.PaymentWhereInput,
  nameOf: (userId: number) => string,
): Promise<Readable> {
  const after = ({ paidAt, id }: PaymentRow) => ({ OR: [{ paidAt: { lt: paidAt } }, { paidAt, id: { lt: id } }] });
  return streamWorkbook({
    sheet: 'Encaissements',
    columns: COLUMNS,
    pageAfter: (last: PaymentRow | undefined) =>
      database.payment.findMany({
        where: last ? { AND: [where, after(last)] } : where,
        orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
        include: PAYMENT_WITH_SHARES,
        take: PAGE,
      }),
    cellsOf: ({ paidAt, receipt, payerName, shares, method, transactionReference, amount, userId, cancelledAt }) => [
      ...[paidAt, receipt, payerName, shares.map(({ order }) => order.reference).join(', ')],
      ...[PAYMENT_METHOD_LABELS[method as PaymentMethod], transactionReference],
      ...[cancelledAt ? null : amount, userId === null ? null : nameOf(userId), cancelledAt],
    ],
  });
}
