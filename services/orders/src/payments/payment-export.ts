import type { Readable } from 'node:stream';
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from '@fasocolis/contracts/payments';
import { streamWorkbook, type WorkbookColumn } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { PAYMENT_WITH_SHARES, type PaymentRow } from './ledger-presenter.ts';

const PAGE = 500;

/**
 * Streams the payments that match as an Excel workbook, newest first, with real dates and numbers. Those that were cancelled
 * have their day and no amount.
 */
export function exportPayments(
  database: Database,
  where: Prisma.PaymentWhereInput,
  nameOf: (userId: number) => string,
): Promise<Readable> {
  const after = ({ paidAt, id }: PaymentRow) => ({ OR: [{ paidAt: { lt: paidAt } }, { paidAt, id: { lt: id } }] });
  const columns: WorkbookColumn<PaymentRow>[] = [
    { header: 'Date', width: 18, format: 'instant', cell: ({ paidAt }) => paidAt },
    { header: 'Reçu', width: 18, cell: ({ receipt }) => receipt },
    { header: 'Client', width: 28, cell: ({ payerName }) => payerName },
    { header: 'Colis', width: 28, cell: ({ shares }) => shares.map(({ order }) => order.reference).join(', ') },
    { header: 'Moyen', width: 16, cell: ({ method }) => PAYMENT_METHOD_LABELS[method as PaymentMethod] },
    { header: 'Transaction', width: 24, cell: ({ transactionReference }) => transactionReference },
    {
      header: 'Montant (FCFA)',
      width: 16,
      format: 'amount',
      cell: ({ amount, cancelledAt }) => (cancelledAt ? null : amount),
    },
    { header: 'Agent', width: 24, cell: ({ userId }) => (userId === null ? null : nameOf(userId)) },
    { header: 'Annulé le', width: 18, format: 'instant', cell: ({ cancelledAt }) => cancelledAt },
  ];
  return streamWorkbook({
    sheet: 'Encaissements',
    columns,
    pageAfter: (last) =>
      database.payment.findMany({
        where: last ? { AND: [where, after(last)] } : where,
        orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
        include: PAYMENT_WITH_SHARES,
        take: PAGE,
      }),
  });
}
