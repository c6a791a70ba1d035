import { type CreateOrderEventSchema, OUTDATED_ORDER } from '@fasocolis/contracts/orders';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type * as z from 'zod/mini';
import type { Database, Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { furthestOf, lockOrder, recordEvent, sameValue, tell, timesOf, writeOrder } from '../shared/order-change.ts';
import { logOrders } from '../shared/order-log.ts';
import { changesOf, dateWithout, isLater, stateAfter, type Update } from './order-changes.ts';
import { type OrderService, refuseTakenReference } from './order-service.ts';

const NEWS_TITLE = 'Nouvelles de votre colis';
const longDate = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

interface Statuses {
  /** The label of a status that orders may have. @throws AppError `validation` for any other */
  selectableLabel: (code: string) => Promise<string>;
}

/** The id of the event that records the change; withdrawing that event undoes the change. */
export interface Edited {
  order: Order;
  eventId: number | null;
}

interface Dependencies {
  database: Database;
  statuses: Statuses;
  orders: Pick<OrderService, 'assertUserExists'>;
}

/** Changes orders. Each change locks its order and is logged; a change that is an event is emitted. */
export class OrderEditor {
  readonly #database: Database;
  readonly #statuses: Statuses;
  readonly #orders: Dependencies['orders'];

  constructor({ database, statuses, orders }: Dependencies) {
    this.#database = database;
    this.#statuses = statuses;
    this.#orders = orders;
  }

  /**
   * Sets the given fields; an update without changes records nothing. Another status, another text and a later date are
   * events. Customers are notified of a status and of a later date.
   * @throws AppError `validation`, `not-found`, `conflict` for a taken reference, an archived order, or an order that
   * changed since `updatedAt`, or one with a pick-up code that would become the actor's own
   */
  async update(id: number, body: Update, actor: Actor): Promise<Edited> {
    const label = body.status === undefined ? '' : await this.#statuses.selectableLabel(body.status);
    if (body.userId) await this.#orders.assertUserExists(body.userId, actor);
    const edit = this.#edit(id, async (transaction, before) => {
      assertVersion(before, body.updatedAt);
      const after = { ...before, ...changesOf(before, body) };
      const isSame = Object.entries(after).every(([field, value]) => sameValue(value, before[field as keyof Order]));
      if (isSame) return { order: before, eventId: null };
      if (before.archivedAt && after.archivedAt) throw archived();
      await keepReference(transaction, before, after.referenceKey);
      const notify = body.notifyCustomer ?? true;
      const eventId = await this.#recordEvents(transaction, { before, after, body, label, notify, actor });
      const order = await writeOrder(transaction, before, after, actor);
      await logOrders(transaction, actor, [{ action: actionOf(before, order), before, after: order }]);
      return { order, eventId };
    });
    return refuseTakenReference(edit);
  }

  /** Adds news to an order that keeps its status. @throws AppError `not-found`, `conflict` when it is archived */
  addNews(id: number, body: z.infer<typeof CreateOrderEventSchema>, actor: Actor): Promise<Edited> {
    return this.#edit(id, async (transaction, before) => {
      if (before.archivedAt) throw archived();
      const { note } = body;
      const event = await recordEvent(transaction, before, { note, userId: actor.userId });
      await tell(
        transaction,
        before,
        { event, label: NEWS_TITLE, note, isNews: true, notify: body.notifyCustomer },
        actor,
      );
      const after = { ...before, latestUpdate: note, ...timesOf(before, event) };
      const order = await writeOrder(transaction, before, after, actor);
      await logOrders(transaction, actor, [{ action: 'changed', before, after: order }]);
      return { order, eventId: event.id };
    });
  }

  /**
   * Withdraws an event and restores what the remaining events say.
   * @throws AppError `not-found`, `conflict` for the first event and one that is withdrawn
   */
  withdraw(id: number, eventId: number, reason: string, actor: Actor): Promise<Edited> {
    return this.#edit(id, async (transaction, before) => {
      const events = await transaction.orderEvent.findMany({
        where: { orderId: id },
        orderBy: { id: 'asc' },
        include: { definition: { select: { opensPickup: true } } },
      });
      const event = events.find((each) => each.id === eventId);
      if (!event) throw new AppError('not-found', 'Événement non trouvé');
      if (event.id === events[0]?.id) throw new AppError('conflict', 'Le premier événement ne peut pas être annulé.');
      if (event.withdrawnAt) throw new AppError('conflict', 'Cet événement est déjà annulé.');
      const withdrawn = { withdrawnAt: new Date(), withdrawnBy: actor.userId, withdrawnReason: reason };
      await transaction.orderEvent.update({ where: { id: eventId }, data: withdrawn });
      await emit(transaction, 'order.event-withdrawn', { orderId: id, eventId }, actor.requestId);
      const remaining = events.filter((each) => !each.withdrawnAt && each.id !== eventId);
      const after = {
        ...before,
        ...stateAfter(remaining),
        ...dateWithout(event, remaining),
        ...(opensPickup(event) && !remaining.some(opensPickup) && { pickupCode: null }),
      };
      const order = await writeOrder(transaction, before, after, actor);
      // The proof of a hand-over that did not happen.
      await transaction.handover.deleteMany({ where: { orderId: id, createdAt: event.occurredAt } });
      const details = { eventId, note: event.note, reason };
      await logOrders(transaction, actor, [{ action: 'event-withdrawn', before, after: order, details }]);
      return { order, eventId: null };
    });
  }

  #edit(id: number, work: (transaction: Transaction, before: Order) => Promise<Edited>): Promise<Edited> {
    return this.#database.$transaction(async (transaction) => {
      return work(transaction, await lockOrder(transaction, id));
    });
  }

  /** Records the events of an update and enters their effects in `after`. @returns the newest event */
  async #recordEvents(transaction: Transaction, update: RecordedUpdate): Promise<number | null> {
    const { before, after, body, label, notify, actor } = update;
    let eventId: number | null = null;
    if (isLater(after.estimatedDelivery, before.estimatedDelivery)) {
      const title = `Nouvelle date estimée\u00a0: ${longDate.format(after.estimatedDelivery)}`;
      const note = body.reason ? `${title}. ${body.reason}` : title;
      const event = await recordEvent(transaction, before, {
        note,
        userId: actor.userId,
        formerDelivery: before.estimatedDelivery,
      });
      await tell(transaction, before, { event, label: title, note: body.reason ?? null, isNews: true, notify }, actor);
      if (body.latestUpdate === undefined) after.latestUpdate = note;
      Object.assign(after, timesOf(before, event));
      eventId = event.id;
    }
    const statusChanged = after.status !== before.status;
    if (statusChanged || (body.latestUpdate !== undefined && after.latestUpdate !== before.latestUpdate)) {
      const note = body.latestUpdate ?? null;
      const event = await recordEvent(transaction, after, { note, userId: actor.userId });
      if (statusChanged) await tell(transaction, after, { event, label, note, isNews: false, notify }, actor);
      Object.assign(after, timesOf(before, event), furthestOf(before, event));
      eventId = event.id;
    }
    return eventId;
  }
}

interface RecordedUpdate {
  before: Order;
  after: Order;
  body: Update;
  label: string;
  notify: boolean;
  actor: Actor;
}

const opensPickup = ({ definition }: { definition: { opensPickup: boolean } | null }) => definition?.opensPickup;

const archived = () => new AppError('conflict', 'Ce colis est archivé\u00a0: désarchivez-le pour le modifier.');

function assertVersion({ updatedAt }: Order, edited: string | undefined): void {
  if (edited === undefined || Date.parse(edited) === updatedAt.getTime()) return;
  throw new AppError('conflict', OUTDATED_ORDER, { fields: { updatedAt: OUTDATED_ORDER } });
}

function actionOf(before: Order, after: Order) {
  if (Boolean(before.archivedAt) === Boolean(after.archivedAt)) return 'changed';
  return after.archivedAt ? 'archived' : 'unarchived';
}

/** Keeps the former reference, which still finds the order. */
async function keepReference(
  transaction: Transaction,
  { id, referenceKey: former }: Order,
  next: string,
): Promise<void> {
  if (next === former) return;
  await transaction.formerReference.deleteMany({ where: { referenceKey: next, orderId: id } });
  await transaction.formerReference.create({ data: { referenceKey: former, orderId: id } });
}
