import type { Readable } from 'node:stream';
import { type ManifestQuerySchema, unknownInTotals } from '@fasocolis/contracts/consignments';
import { clientCode } from '@fasocolis/contracts/reading/client-code';
import { AppError } from '@fasocolis/service-kit/http/errors';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { totalsOf } from './consignment-list.ts';

const PAGE = 500;

export async function exportManifest(
  database: Database,
  consignmentId: number,
  { clientCodePrefix: prefix }: z.infer<typeof ManifestQuerySchema>,
): Promise<{ fileName: string; workbook: Readable }> {
  const consignment = await database.consignment.findUnique({ where: { id: consignmentId } });
  if (!consignment) throw new AppError('not-found', 'Expédition non trouvée');
  const where = { archivedAt: null, consignments: { some: { consignmentId } } };
  const totals = (await totalsOf(database, [consignmentId])).get(consignmentId);
  const { carrierNumber, billOfLading, bescNumber } = consignment;
  const numbers = { 'LTA ou conteneur': carrierNumber, Connaissement: billOfLading, BESC: bescNumber };
  const lines = [
    ...(totals ? unknownInTotals(totals) : []),
    ...Object.entries(numbers).flatMap(([name, number]) => (number === null ? [] : `${name}\u00a0: ${number}`)),
  ];
  const lastRows = [
    ...(totals ? [{ ...NOBODY, ...totals, reference: 'Total' }] : []),
    ...lines.map((reference) => ({ ...NOTHING, reference })),
  ];
  const workbook = await streamWorkbook<ManifestRow>({
    sheet: consignment.code.replaceAll(/[^\p{L}\p{N} .-]/gu, '-').slice(0, 31),
    columns: [
      { header: 'Référence', width: 20, cell: ({ reference }) => reference },
      { header: 'Client', width: 12, cell: ({ userId }) => (prefix && userId ? clientCode(prefix, userId) : null) },
      { header: 'Destinataire', width: 28, cell: ({ recipientName }) => recipientName },
      { header: 'Téléphone', width: 18, cell: ({ recipientPhone }) => recipientPhone },
      { header: 'Pièces', width: 10, cell: ({ pieces }) => pieces },
      {
        header: 'Poids (kg)',
        width: 12,
        cell: ({ weightGrams }) => (weightGrams === null ? null : weightGrams / 1000),
      },
      { header: 'Volume (m³)', width: 12, cell: ({ volumeCm3 }) => (volumeCm3 ? volumeCm3 / 1_000_000 : null) },
      { header: 'Contenu', width: 30, cell: ({ contents }) => contents },
    ],
    pageAfter: async (last) => {
      if (last && last.id === undefined) return [];
      const rows: ManifestRow[] = await database.order.findMany({
        where: { ...where, id: { gt: last?.id ?? 0 } },
        orderBy: { id: 'asc' },
        take: PAGE,
      });
      return rows.length < PAGE ? [...rows, ...lastRows] : rows;
    },
  });
  return { fileName: `manifeste-${consignment.code.replaceAll(/[^A-Za-z0-9.-]/g, '-')}.xlsx`, workbook };
}

/** The last rows have the totals and the numbers of the transport, and no id. */
type ManifestRow = Pick<
  Order,
  'reference' | 'userId' | 'recipientName' | 'recipientPhone' | 'pieces' | 'weightGrams' | 'volumeCm3' | 'contents'
> & { id?: number };

const NOBODY = { userId: null, recipientName: null, recipientPhone: null, contents: null };
const NOTHING = { ...NOBODY, pieces: null, weightGrams: null, volumeCm3: null };
