import type { Readable } from 'node:stream';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

/** Orders in memory at a time. */
const PAGE = 500;

const COLUMNS = [
  { header: 'Référence', width: 20 },
  { header: 'Destinataire', width: 28 },
  { header: 'Téléphone', width: 18 },
  { header: 'Pièces', width: 10 },
  { header: 'Poids (kg)', width: 12 },
];

/** Archived orders are left out. @throws AppError `not-found`, `too-many-requests` during another export */
export async function exportManifest(
  database: Database,
  consignmentId: number,
): Promise<{ fileName: string; workbook: Readable }> {
  const consignment = await database.consignment.findUnique({ where: { id: consignmentId } });
  if (!consignment) throw new AppError('not-found', 'Expédition non trouvée');
  const where = { archivedAt: null, consignments: { some: { consignmentId } } };
  const { _sum: sums } = await database.order.aggregate({ where, _sum: { pieces: true, weightGrams: true } });
  const total = { reference: 'Total', recipientName: null, recipientPhone: null, ...sums };
  const workbook = await streamWorkbook({
    sheet: consignment.code.replaceAll(/[^\p{L}\p{N} .-]/gu, '-').slice(0, 31),
    columns: COLUMNS,
    pageAfter: async (last: ManifestRow | undefined): Promise<ManifestRow[]> => {
      if (last && last.id === undefined) return [];
      const rows: ManifestRow[] = await database.order.findMany({
        where: { ...where, id: { gt: last?.id ?? 0 } },
        orderBy: { id: 'asc' },
        take: PAGE,
      });
      return rows.length < PAGE ? [...rows, total] : rows;
    },
    cellsOf: ({ reference, recipientName, recipientPhone, pieces, weightGrams }) => [
      ...[reference, recipientName, recipientPhone, pieces],
      weightGrams === null ? null : weightGrams / 1000,
    ],
  });
  return { fileName: `manifeste-${consignment.code.replaceAll(/[^A-Za-z0-9.-]/g, '-')}.xlsx`, workbook };
}

/** The last row has the totals and no id. */
type ManifestRow = Pick<Order, 'reference' | 'recipientName' | 'recipientPhone' | 'pieces' | 'weightGrams'> & {
  id?: number;
};
