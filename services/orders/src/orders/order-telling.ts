import { DAY_MS } from '@fasocolis/contracts/dates';
import { OUTDATED_ORDER } from '@fasocolis/contracts/order-input';
import type {
  News,
  PreviewTelling,
  TellCustomers,
  TellingOutcome,
  TellingPreview,
} from '@fasocolis/contracts/tell-customers';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { once } from '@fasocolis/service-kit/data/once';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import type { Entry } from '../history/entry.ts';
import { lockOrders, ORDER_NOT_FOUND, sameValue } from '../history/write-orders.ts';
import { unreleasedOrders } from '../ledger/payments.ts';
import type { Dependencies } from '../shared/dependencies.ts';
import { DELIVERED } from '../shared/known-statuses.ts';
import { newsEntry } from './news-entry.ts';
import { ARCHIVED } from './order-editor.ts';
import { countPeople } from './people-of-orders.ts';

interface Judged {
  order: Order;
  change?: { entry: Entry; estimatedDelivery?: Date };
  /** Why the order, or its date, is not changed. */
  message?: string | undefined;
  isRefused?: boolean;
}

const ENDED = 'Déjà terminé, date inchangée';

export async function previewTelling(
  dependencies: Dependencies,
  { orderIds, ...news }: PreviewTelling,
  actor: Actor,
): Promise<TellingPreview> {
  const { database, auth } = dependencies;
  const at = new Date();
  const judge = await judgeOf(dependencies, news, at);
  const orders = await database.order.findMany({ where: { id: { in: orderIds } }, orderBy: { id: 'asc' } });
  const judged = await refuseUnpaid(database, orders.map(judge), actor);
  const changed = judged.flatMap(({ order, change }) => (change ? [order] : []));
  const reasons = Map.groupBy(judged, ({ message }) => message);
  const reached = news.notifyCustomer ? await countPeople({ database, auth }, changed, actor) : undefined;
  return {
    orders: changed.length,
    people: reached?.people ?? 0,
    ...(reached && { reach: { site: reached.site, whatsapp: reached.whatsapp, nobody: reached.nobody } }),
    left: [...reasons].flatMap(([reason, each]) => (reason === undefined ? [] : [{ reason, orders: each.length }])),
    at: at.toISOString(),
  };
}

export async function tellCustomers(
  dependencies: Dependencies,
  { orderIds, unchangedSince, ...news }: TellCustomers,
  actor: Actor,
): Promise<TellingOutcome[]> {
  const { database } = dependencies;
  const judge = await judgeOf(dependencies, news, new Date(), unchangedSince);
  return once(database, actor, async (transaction: Transaction) => {
    const judged = await refuseUnpaid(transaction, (await lockOrders(transaction, orderIds)).map(judge), actor);
    const events = await record(transaction, judged, actor);
    const byId = new Map(judged.map((each) => [each.order.id, each]));
    return orderIds.map((orderId) => outcomeOf(orderId, byId.get(orderId), events.get(orderId)));
  });
}

async function judgeOf(
  { statuses }: Dependencies,
  { status: code, text = null, estimatedDelivery, shiftDays, notifyCustomer: notify }: News,
  occurredAt: Date,
  unchangedSince?: string,
): Promise<(order: Order) => Judged> {
  const status = code ? { code, label: await statuses.selectableLabel(code) } : undefined;
  const ends = await statuses.ended();
  const dayOf = ({ estimatedDelivery: former, status: present }: Order): { day?: Date; message?: string } => {
    if (!estimatedDelivery && !shiftDays) return {};
    if (ends.includes(code ?? present)) return { message: ENDED };
    if (estimatedDelivery) return { day: new Date(estimatedDelivery) };
    return former
      ? { day: new Date(former.getTime() + (shiftDays ?? 0) * DAY_MS) }
      : { message: 'Sans date à décaler' };
  };
  return (order) => {
    if (unchangedSince !== undefined && order.updatedAt.getTime() > Date.parse(unchangedSince)) {
      return { order, message: OUTDATED_ORDER, isRefused: true };
    }
    if (order.archivedAt) return { order, message: ARCHIVED, isRefused: true };
    const { day, message } = dayOf(order);
    const isMoved = day !== undefined && !sameValue(day, order.estimatedDelivery);
    const isStatus = status !== undefined && status.code !== order.status;
    // A text beside a date is the reason for the date.
    if (!isMoved && !isStatus && (text === null || text === order.latestUpdate || message === ENDED)) {
      return { order, message: message ?? 'Déjà ainsi' };
    }
    const news = { occurredAt, text, notify, ...(isStatus && { status }), ...(isMoved && { day }) };
    return { order, message, change: { entry: newsEntry(order, news), ...(isMoved && { estimatedDelivery: day }) } };
  };
}

/** Refuses to make unpaid orders delivered, as a hand-over does. */
async function refuseUnpaid(database: Database | Transaction, judged: Judged[], { isAdmin }: Actor): Promise<Judged[]> {
  const delivered = judged.filter(({ change }) => change?.entry.status === DELIVERED).map(({ order }) => order);
  if (isAdmin || delivered.length === 0) return judged;
  const problems = await unreleasedOrders(database, delivered);
  return judged.map((each) => {
    const message = problems.get(each.order.id);
    return message ? { order: each.order, message, isRefused: true } : each;
  });
}

/** Records the changes, equal ones together. @returns the ids of the events by those of the orders */
async function record(transaction: Transaction, judged: Judged[], actor: Actor): Promise<Map<number, number | null>> {
  const changed = judged.flatMap(({ order, change }) => (change ? [{ order, ...change }] : []));
  const events = new Map<number, number | null>();
  for (const equal of Map.groupBy(changed, ({ entry }) => `${entry.status} ${entry.note}`).values()) {
    const [first] = equal;
    if (!first) continue;
    const { entry, estimatedDelivery } = first;
    const change = { entries: [entry], ...(estimatedDelivery && { columns: { estimatedDelivery } }) };
    const orders = equal.map(({ order }) => order);
    for (const { order, eventId } of await append(transaction, orders, change, actor)) events.set(order.id, eventId);
  }
  return events;
}

function outcomeOf(orderId: number, judged: Judged | undefined, eventId: number | null | undefined): TellingOutcome {
  if (!judged) return { orderId, outcome: 'refused', message: ORDER_NOT_FOUND };
  const { change, isRefused, message } = judged;
  return {
    orderId,
    outcome: change ? 'done' : isRefused ? 'refused' : 'unchanged',
    ...(message !== undefined && { message }),
    ...(eventId != null && { eventId }),
  };
}
