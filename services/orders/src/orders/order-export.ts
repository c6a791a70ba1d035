import type { Readable } from 'node:stream';
import { GOODS_KIND_LABELS, type GoodsKind } from '@fasocolis/contracts/goods-kinds';
import type { OrderField } from '@fasocolis/contracts/order-fields';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Order, Prisma } from '../generated/prisma/client.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { ORDER_COLUMNS } from '../shared/order-columns.ts';

export const EXPORT_FILE_NAME = 'commandes.xlsx';

/** Orders in memory at a time. */
const PAGE = 500;

const formatOf = (kind: OrderField['kind']) => (kind === 'day' || kind === 'instant' ? kind : undefined);

const EXPORTED = ORDER_COLUMNS.flatMap(([column, { label, kind, excelWidth }]) =>
  label === null || excelWidth === undefined
    ? []
    : [
        {
          column,
          kind,
          header: label + (kind === 'weight' ? ' (kg)' : kind === 'volume' ? ' (m³)' : ''),
          width: excelWidth,
          format: formatOf(kind),
        },
      ],
);

/**
 * Streams the orders that match as an Excel workbook, newest first.
 * @throws AppError `too-many-requests` during long exports
 */
export async function exportOrders(
  { database, statuses }: { database: Database; statuses: KnownStatuses },
  where: Prisma.OrderWhereInput,
): Promise<Readable> {
  const labelOf = await statuses.labels();
  return streamWorkbook({
    sheet: 'Commandes',
    columns: EXPORTED,
    pageAfter: (last: Order | undefined) =>
      database.order.findMany({
        where: last ? { AND: [where, { id: { lt: last.id } }] } : where,
        orderBy: { id: 'desc' },
        take: PAGE,
      }),
    cellsOf: (order) =>
      EXPORTED.map(({ column, kind }) => {
        const value = order[column];
        return kind === 'status' ? labelOf(String(value)) : cellOf(value, kind);
      }),
  });
}

function cellOf(
  value: string | number | boolean | Date | null,
  kind: OrderField['kind'],
): string | number | Date | null {
  if (value === null || value instanceof Date) return value;
  if (kind === 'mode') return TRANSPORT_MODE_LABELS[value as TransportMode];
  if (kind === 'goods') return GOODS_KIND_LABELS[value as GoodsKind];
  if (kind === 'weight') return Number(value) / 1000;
  if (kind === 'volume') return Number(value) / 1_000_000;
  return typeof value === 'boolean' ? (value ? 'oui' : 'non') : value;
}
