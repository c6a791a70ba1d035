import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { nextVersion } from '@fasocolis/service-kit/data/versions';
import type { Transaction } from '../database.ts';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import type { Balance } from '../ledger/balance.ts';
import { MEASURES, rewriteFreights } from '../ledger/freight.ts';
import { chargeStorage } from '../ledger/storage.ts';
import { DELIVERED } from '../shared/known-statuses.ts';
import { readStorage } from '../shared/storage.ts';
import { emitExtended } from './emit.ts';
import { causeOf, type Entry } from './entry.ts';
import { ownersByNumber, withNumberOwner } from './number-owners.ts';
import { logOrders, type OrderChange } from './order-log.ts';
import { newPickupCode, withOwnCode } from './pickup-code.ts';
import { type State, stateAfter } from './state.ts';
import { selected, type WrittenOrder, writeOrders } from './write-orders.ts';

export type PlainColumns = Omit<Order, keyof State | keyof Balance | 'id' | 'updatedAt' | 'pickupCode'>;

interface Change {
  /** In the sequence in which they happened; empty when only plain columns change. */
  entries: readonly Entry[];
  columns?: Partial<PlainColumns>;
  action?: OrderChange['action'];
  details?: (order: Order) => OrderChange['details'];
  followsNumber?: boolean;
}

interface Appended {
  order: Order;
  eventId: number | null;
}

/**
 * Appends to the histories of orders that the caller has locked, and writes everything that follows from it: the
 * events, the state of the orders, their pick-up codes, their freight and storage, the change log and the event for
 * other services.
 */
export async function append(
  transaction: Transaction,
  locked: Order[],
  { entries, columns = {}, action = 'changed', details, followsNumber = false }: Change,
  actor: Actor,
): Promise<Appended[]> {
  const orders = await withDueStorage(transaction, locked, entries, actor);
  const recorded: { entry: Entry; events: AppendedEvent[] }[] = [];
  for (const entry of entries) recorded.push({ entry, events: await record(transaction, orders, entry, actor) });
  const opened = new Set(
    recorded.flatMap(({ events }) => events.filter((event) => event.opensPickup).map(({ orderId }) => orderId)),
  );
  const histories = entries.length > 0 ? await remainingEvents(transaction, orders) : null;
  const mayChangeOwner = followsNumber || columns.recipientPhone !== undefined || columns.userId !== undefined;
  const phones = mayChangeOwner ? [columns.recipientPhone ?? null, ...orders.map((order) => order.recipientPhone)] : [];
  const owners = await ownersByNumber(transaction, phones);
  const changed: WrittenOrder[] = [];
  for (const before of orders) {
    const state = histories && stateAfter(histories.get(before.id) ?? []);
    const ownership = columns.userId !== undefined && { ownedByNumber: false };
    const edited = { ...before, ...columns, ...ownership, ...state, updatedAt: nextVersion(before.updatedAt) };
    const wanted = mayChangeOwner ? withNumberOwner(edited, owners) : edited;
    const after = await withOwnCode(transaction, before, wanted, actor);
    if (opened.has(before.id)) after.pickupCode ??= newPickupCode();
    changed.push({ before, after });
  }
  await writeOrders(transaction, changed);
  await logOrders(
    transaction,
    actor,
    changed.map((each) => ({ action, details: details?.(each.before), ...each })),
  );
  const written = changed.map((each) => each.after);
  const isMeasured = MEASURES.some((column) => columns[column] !== undefined);
  const balances = isMeasured ? await rewriteFreights(transaction, written, actor) : undefined;
  const after = written.map((order) => ({ ...order, ...balances?.get(order.id) }));
  for (const { entry, events } of recorded) {
    const { told, occurredAt } = entry;
    if (!told) continue;
    const extension = { cause: causeOf(entry), ...told, occurredAt, of: events.map(({ id }) => id) };
    await emitExtended(transaction, extension, actor.requestId);
  }
  const lastIds = new Map(recorded.at(-1)?.events.map(({ orderId, id }) => [orderId, id]));
  return after.map((order) => ({ order, eventId: lastIds.get(order.id) ?? null }));
}

/** Charges orders that are being delivered for their storage, since days after the delivery are not counted. */
async function withDueStorage(
  transaction: Transaction,
  orders: Order[],
  entries: readonly Entry[],
  actor: Actor,
): Promise<Order[]> {
  const delivery = entries.find(({ status }) => status === DELIVERED);
  if (!delivery) return orders;
  const ids = orders.map(({ id }) => id);
  const storage = await readStorage(transaction, ids, delivery.occurredAt);
  const balances = await chargeStorage(transaction, orders, storage, actor);
  return orders.map((order) => ({ ...order, ...balances.get(order.id) }));
}

interface AppendedEvent {
  id: number;
  orderId: number;
  opensPickup: boolean;
}

/**
 * Inserts an event of each order, never before the order's creation: a milestone that passed before the order was entered
 * gets the time of the creation. A status without a milestone stands for the first milestone of the status, of the mode of
 * the order or, while it has none, of either. In SQL: Prisma would send a parameter for each value of each order.
 */
async function record(
  transaction: Transaction,
  orders: Order[],
  { status, milestone, occurredAt, note, clearsText = false, withCreation = false, movesDelivery = false }: Entry,
  { userId }: Actor,
): Promise<AppendedEvent[]> {
  const { id = null, definitionId = null, label = null, place = null, opensPickup = false } = milestone ?? {};
  return transaction.$queryRaw<AppendedEvent[]>`
    INSERT INTO order_events (order_id, status, keeps_status, note, clears_text, occurred_at, user_id, moves_delivery,
      former_delivery, milestone_id, definition_id, milestone_label, place, opens_pickup, with_creation)
    SELECT o.id, coalesce(${status ?? null}::text, o.status), ${status === undefined}::boolean, ${note}::text,
      ${clearsText}::boolean, greatest(${occurredAt}::timestamptz, o.created_at), ${userId}::int,
      ${movesDelivery}::boolean, CASE WHEN ${movesDelivery}::boolean THEN o.estimated_delivery END,
      ${id}::int, coalesce(${definitionId}::int, first.id), ${label}::text, ${place}::text,
      ${opensPickup}::boolean OR coalesce(first.opens_pickup, false), ${withCreation}::boolean
    FROM orders o LEFT JOIN LATERAL (
      SELECT d.id, d.opens_pickup FROM milestone_definitions d
      WHERE ${label === null}::boolean AND d.is_active AND d.status = ${status ?? null}::text
        AND d.mode = coalesce(o.mode, d.mode)
      ORDER BY d.position, d.id LIMIT 1
    ) AS first ON true
    WHERE o.id = ANY(${orders.map((order) => order.id)}::int[]) ORDER BY o.id
    RETURNING id, order_id AS "orderId", opens_pickup AS "opensPickup"`;
}

const REMAINING = [
  ...(['id', 'orderId', 'status', 'keepsStatus', 'occurredAt', 'opensPickup'] as const),
  ...(['note', 'clearsText', 'milestoneLabel', 'place', 'movesDelivery'] as const),
] as const satisfies (keyof OrderEvent)[];

export type RemainingEvent = Pick<OrderEvent, (typeof REMAINING)[number]>;

export async function remainingEvents(
  transaction: Transaction,
  orders: Order[],
): Promise<Map<number, RemainingEvent[]>> {
  const events = await transaction.$queryRaw<RemainingEvent[]>`
    SELECT ${selected(REMAINING)} FROM order_events
    WHERE order_id = ANY(${orders.map(({ id }) => id)}::int[]) AND withdrawn_at IS NULL ORDER BY id`;
  return Map.groupBy(events, ({ orderId }) => orderId);
}
