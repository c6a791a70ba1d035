import type { Readable } from 'node:stream';
import { GOODS_KIND_LABELS, type GoodsKind } from '@fasocolis/contracts/goods-kinds';
import type { OrderField } from '@fasocolis/contracts/order-fields';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Order, Prisma } from '../generated/prisma/client.ts';
import { restOf } from '../ledger/balance.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { ORDER_COLUMNS } from '../shared/order-columns.ts';
import { readStorage } from '../shared/storage.ts';

export const EXPORT_FILE_NAME = 'commandes.xlsx';

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

/** With the storage so far, as lists show it. */
const MONEY = ['Montant (FCFA)', 'Payé (FCFA)', 'Reste (FCFA)'].map((header) => ({ header, width: 16 }));

export async function exportOrders(
  { database, statuses }: { database: Database; statuses: KnownStatuses },
  where: Prisma.OrderWhereInput,
): Promise<Readable> {
  const labelOf = await statuses.labels();
  return streamWorkbook({
    sheet: 'Commandes',
    columns: [...EXPORTED, ...MONEY],
    pageAfter: async (last: Order | undefined) => {
      const orders = await database.order.findMany({
        where: last ? { AND: [where, { id: { lt: last.id } }] } : where,
        orderBy: { id: 'desc' },
        take: PAGE,
      });
      const ids = orders.map(({ id }) => id);
      const storage = ids.length > 0 ? await readStorage(database, ids, new Date()) : undefined;
      return orders.map((order) => ({ ...order, due: order.due + (storage?.get(order.id)?.amount ?? 0) }));
    },
    cellsOf: (order) => [
      ...EXPORTED.map(({ column, kind }) => {
        const value = order[column];
        return kind === 'status' ? labelOf(String(value)) : cellOf(value, kind);
      }),
      ...[order.due, order.paid, restOf(order)],
    ],
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
