import { INITIAL_STATUS } from '@fasocolis/contracts/order-status';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { searchText } from '@fasocolis/service-kit/data/database';
import type { Transaction } from '../database.ts';
import { type Order, Prisma } from '../generated/prisma/client.ts';
import { writeFreights } from '../ledger/freight.ts';
import type { PlainColumns } from './append.ts';
import { ownersByNumber, withNumberOwner } from './number-owners.ts';
import { loggedValues } from './order-log.ts';
import { columnsOf, storedOf } from './write-orders.ts';

/** An order to create, now unless given; columns that are absent have no value. */
export type NewOrder = Pick<Order, 'reference'> & {
  [C in Exclude<
    keyof PlainColumns,
    'reference' | 'referenceKey' | 'recipientSearch' | 'archivedAt' | 'ownedByNumber'
  >]?: Order[C] | undefined;
};

/**
 * Creates orders with their creation events and entries of the change log, in one statement, and their freight.
 * References that exist are left out.
 * @throws a unique violation for a former reference of another order
 */
export async function createOrders(transaction: Transaction, orders: NewOrder[], actor: Actor): Promise<Order[]> {
  const { userId, requestId } = actor;
  if (orders.length === 0) return [];
  const owners = await ownersByNumber(
    transaction,
    orders.map(({ recipientPhone = null }) => recipientPhone),
  );
  const rows = orders.map((order) => withNumberOwner(rowOf(order), owners));
  const stored = rows.map((row) => storedOf(row, COLUMNS));
  const entries = rows.map((row) => ({ key: row.referenceKey, logged: loggedValues({ id: 0, ...row }) }));
  // JSON is one parameter for all orders. They are inserted in one sequence, so that concurrent imports cannot deadlock.
  const created = await transaction.$queryRaw<{ id: number; key: string }[]>`
    WITH created AS (
      INSERT INTO orders (${INSERTED})
      SELECT ${INSERTED} FROM jsonb_populate_recordset(NULL::orders, ${JSON.stringify(stored)}::jsonb)
      ORDER BY reference_key
      ON CONFLICT (reference_key) DO NOTHING
      RETURNING id, reference, reference_key, created_at
    ), event AS (
      INSERT INTO order_events (order_id, status, occurred_at, user_id)
      SELECT id, ${INITIAL_STATUS}, created_at, ${userId}::int FROM created
    ), entry AS (
      INSERT INTO changes (subject, subject_id, name, action, user_id, after, request_id)
      SELECT 'order', id::text, reference, 'created', ${userId}::int, logged, ${requestId}
      FROM created JOIN jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e(key text, logged jsonb) ON key = reference_key
    )
    SELECT id, reference_key AS key FROM created`;
  const ids = new Map(created.map(({ id, key }) => [key, id]));
  const written = rows.flatMap((row) => {
    const id = ids.get(row.referenceKey);
    return id === undefined ? [] : { id, ...row };
  });
  const balances = await writeFreights(transaction, written, actor);
  return written.map((order) => ({ ...order, ...balances.get(order.id) }));
}

const { id: _, ...FIELDS } = Prisma.OrderScalarFieldEnum;
const COLUMNS = columnsOf(Object.values(FIELDS));
const INSERTED = Prisma.raw(COLUMNS.map(([, column]) => column).join());

function rowOf(order: NewOrder): Omit<Order, 'id'> {
  const now = new Date();
  const { reference, createdAt = now, recipientName = null, recipientPhone = null } = order;
  return {
    reference,
    referenceKey: referenceKey(reference),
    status: INITIAL_STATUS,
    estimatedDelivery: order.estimatedDelivery ?? null,
    latestUpdate: null,
    latestUpdateTime: null,
    userId: order.userId ?? null,
    ownedByNumber: false,
    createdAt,
    updatedAt: now,
    ...recipientOf({ recipientName, recipientPhone }),
    recipientConsent: order.recipientConsent ?? false,
    mode: order.mode ?? null,
    pieces: order.pieces ?? null,
    weightGrams: order.weightGrams ?? null,
    volumeCm3: order.volumeCm3 ?? null,
    contents: order.contents ?? null,
    goodsKind: order.goodsKind ?? null,
    declaredValue: order.declaredValue ?? null,
    furthestStep: INITIAL_STATUS,
    furthestStepAt: createdAt,
    lastEventAt: createdAt,
    archivedAt: null,
    pickupCode: null,
    due: 0,
    paid: 0,
  };
}

export const recipientOf = ({ recipientName, recipientPhone }: Pick<Order, 'recipientName' | 'recipientPhone'>) => ({
  recipientName,
  recipientPhone,
  recipientSearch: searchText(recipientName ?? '', recipientPhone ?? ''),
});
