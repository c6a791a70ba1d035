import type { Readable } from 'node:stream';
import { GOODS_KIND_LABELS, type GoodsKind } from '@fasocolis/contracts/goods-kinds';
import type { OrderField } from '@fasocolis/contracts/order-fields';
import type { TransportMode } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { streamWorkbook, type WorkbookColumn } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { restOf } from '../ledger/balance.ts';
import type { KnownStatuses } from '../shared/known-statuses.ts';
import { ORDER_COLUMNS } from '../shared/order-columns.ts';
import { readStorage } from '../shared/storage.ts';

const PAGE = 500;

type Exported = Prisma.OrderGetPayload<{ include: typeof LATEST_CONSIGNMENT }>;

const LATEST_CONSIGNMENT = {
  consignments: {
    select: { consignment: { select: { code: true } } },
    orderBy: { consignmentId: 'desc' },
    take: 1,
  },
} satisfies Prisma.OrderInclude;

const CONSIGNMENT: WorkbookColumn<Exported> = {
  header: 'Expédition',
  width: 16,
  cell: ({ consignments: [latest] }) => latest?.consignment.code ?? null,
};

const MONEY: WorkbookColumn<Exported>[] = [
  { header: 'Montant (FCFA)', width: 16, cell: ({ due }) => due },
  { header: 'Payé (FCFA)', width: 16, cell: ({ paid }) => paid },
  { header: 'Reste (FCFA)', width: 16, cell: restOf },
];

const columnsOf = (labelOf: (status: string) => string): WorkbookColumn<Exported>[] =>
  ORDER_COLUMNS.flatMap(([column, { label, kind, excelWidth: width }]) => {
    if (label === null || width === undefined) return [];
    return {
      header: label + (kind === 'weight' ? ' (kg)' : kind === 'volume' ? ' (m³)' : ''),
      width,
      format: kind === 'day' || kind === 'instant' ? kind : undefined,
      cell: (order) => (kind === 'status' ? labelOf(String(order[column])) : cellOf(order[column], kind)),
    };
  });

export async function exportOrders(
  { database, statuses }: { database: Database; statuses: KnownStatuses },
  where: Prisma.OrderWhereInput,
): Promise<Readable> {
  const columns = [...columnsOf(await statuses.labels()), CONSIGNMENT, ...MONEY];
  return streamWorkbook({
    sheet: 'Commandes',
    columns,
    // What is due contains the storage so far, as lists show it.
    pageAfter: async (last) => {
      const orders = await database.order.findMany({
        where: last ? { AND: [where, { id: { lt: last.id } }] } : where,
        include: LATEST_CONSIGNMENT,
        orderBy: { id: 'desc' },
        take: PAGE,
      });
      const ids = orders.map(({ id }) => id);
      const storage = ids.length > 0 ? await readStorage(database, ids, new Date()) : undefined;
      return orders.map((order) => ({ ...order, due: order.due + (storage?.get(order.id)?.amount ?? 0) }));
    },
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
