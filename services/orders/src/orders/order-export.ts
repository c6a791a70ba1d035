import type { Readable } from 'node:stream';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Order, Prisma } from '../generated/prisma/client.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';

export const EXPORT_FILE_NAME = 'commandes.xlsx';

/** Orders in memory at a time. */
const PAGE = 500;

const COLUMNS = [
  { header: 'Référence', width: 20 },
  { header: 'Statut', width: 22 },
  { header: 'Destinataire', width: 28 },
  { header: 'Téléphone', width: 18 },
  { header: 'Transport', width: 12 },
  { header: 'Pièces', width: 10 },
  { header: 'Poids (kg)', width: 12 },
  { header: 'Livraison estimée', width: 18 },
  { header: 'Créée le', width: 14 },
  { header: 'Dernier événement', width: 18 },
  { header: 'Dernière mise à jour', width: 50 },
  { header: 'Client', width: 10 },
];

const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeZone: 'UTC' });

/**
 * Streams the orders that match as an Excel workbook, newest first.
 * @throws AppError `too-many-requests` during another export
 */
export async function exportOrders(
  { database, statuses }: { database: Database; statuses: KnownStatuses },
  where: Prisma.OrderWhereInput,
): Promise<Readable> {
  const labelOf = await statuses.labels();
  return streamWorkbook({
    sheet: 'Commandes',
    columns: COLUMNS,
    pageAfter: (last: Order | undefined) =>
      database.order.findMany({
        where: last ? { AND: [where, { id: { lt: last.id } }] } : where,
        orderBy: { id: 'desc' },
        take: PAGE,
      }),
    cellsOf: (order) => [
      order.reference,
      labelOf(order.status),
      order.recipientName,
      order.recipientPhone,
      order.mode && TRANSPORT_MODE_LABELS[order.mode],
      order.pieces,
      order.weightGrams === null ? null : order.weightGrams / 1000,
      order.estimatedDelivery && day.format(order.estimatedDelivery),
      day.format(order.createdAt),
      day.format(order.lastEventAt),
      order.latestUpdate,
      order.userId,
    ],
  });
}
