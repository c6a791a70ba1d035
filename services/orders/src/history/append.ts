import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import { nextVersion } from '../shared/versions.ts';
import type { Entry } from './entry.ts';
import { logOrders, type OrderChange } from './order-log.ts';
import { newPickupCode, withOwnCode } from './pickup-code.ts';
import { type State, stateAfter } from './state.ts';
import { type Recorded, tell } from './tell.ts';
import { type WrittenOrder, writeOrders } from './write-orders.ts';

/** The columns of an order that do not follow from its events. */
export type PlainColumns = Omit<Order, keyof State | 'id' | 'updatedAt' | 'pickupCode'>;

interface Change extends Pick<OrderChange, 'details'> {
  /** What happened, in its order; nothing when plain columns are corrected. */
  entries: readonly Entry[];
  columns?: Partial<PlainColumns>;
  action?: OrderChange['action'];
}

interface Appended {
  order: Order;
  /** That of the last entry. */
  eventId: number | null;
}

/**
 * Appends to the histories of orders that the caller has locked, and writes everything that follows from it: the
 * events, the state of the orders, their pick-up codes, the change log and the event for other services.
 * @throws AppError `conflict`, see `withOwnCode`
 */
export async function append(
  transaction: Transaction,
  orders: Order[],
  { entries, columns = {}, action = 'changed', details = {} }: Change,
  actor: Actor,
): Promise<Appended[]> {
  const recorded: Recorded[] = [];
  for (const entry of entries) recorded.push({ entry, eventIds: await record(transaction, orders, entry, actor) });
  const events = entries.length > 0 ? await remainingEvents(transaction, orders) : null;
  const opensPickup = entries.some((entry) => entry.opensPickup);
  const changed: WrittenOrder[] = [];
  for (const before of orders) {
    const state = events && stateAfter(events.get(before.id) ?? []);
    const wanted = { ...before, ...columns, ...state, updatedAt: nextVersion(before) };
    const after = await withOwnCode(transaction, before, wanted, actor);
    if (opensPickup) after.pickupCode ??= newPickupCode();
    changed.push({ before, after });
  }
  await writeOrders(transaction, changed);
  await logOrders(
    transaction,
    actor,
    changed.map((each) => ({ action, details, ...each })),
  );
  const after = changed.map((each) => each.after);
  for (const each of recorded) await tell(transaction, after, each, actor);
  const lastIds = recorded.at(-1)?.eventIds;
  return after.map((order) => ({ order, eventId: lastIds?.get(order.id) ?? null }));
}

/** Inserts an event of each order. In SQL: Prisma would send a parameter for each value of each order. */
async function record(
  transaction: Transaction,
  orders: Order[],
  { status, milestone, occurredAt, note, opensPickup = false, clearsText = false, postpones = false }: Entry,
  { userId }: Actor,
): Promise<Map<number, number>> {
  const { id = null, definitionId = null, label = null, place = null } = milestone ?? {};
  const rows = await transaction.$queryRaw<{ id: number; orderId: number }[]>`
    INSERT INTO order_events (order_id, status, keeps_status, note, clears_text, occurred_at, user_id, former_delivery,
      milestone_id, definition_id, milestone_label, place, opens_pickup)
    SELECT id, coalesce(${status ?? null}::text, status), ${status === undefined}::boolean, ${note}::text,
      ${clearsText}::boolean, ${occurredAt}::timestamptz, ${userId}::int,
      CASE WHEN ${postpones}::boolean THEN estimated_delivery END,
      ${id}::int, ${definitionId}::int, ${label}::text, ${place}::text, ${opensPickup}::boolean
    FROM orders WHERE id = ANY(${orders.map((order) => order.id)}::int[]) ORDER BY id
    RETURNING id, order_id AS "orderId"`;
  return new Map(rows.map((row) => [row.orderId, row.id]));
}

/** The events of each order that are not withdrawn, in the order in which they were written. */
export async function remainingEvents(transaction: Transaction, orders: Order[]): Promise<Map<number, OrderEvent[]>> {
  const events = await transaction.orderEvent.findMany({
    where: { orderId: { in: orders.map(({ id }) => id) }, withdrawnAt: null },
    orderBy: { id: 'asc' },
  });
  return Map.groupBy(events, ({ orderId }) => orderId);
}
