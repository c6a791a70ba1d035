import type { EventData } from '@fasocolis/contracts/events';
import { isBuiltInStatus, ORDER_STATUSES } from '@fasocolis/contracts/order-status';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { emit } from '@fasocolis/service-kit/events/outbox';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { Transaction } from '../database.ts';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import { withOwnCode } from './pickup-code.ts';
import { nextVersion } from './versions.ts';

export const ORDER_NOT_FOUND = 'Commande non trouvée';

/** Locked first, so that users who save at once are compared with each other's result. @throws AppError `not-found` */
export async function lockOrder(transaction: Transaction, id: number): Promise<Order> {
  await transaction.$queryRaw`SELECT id FROM orders WHERE id = ${id} FOR UPDATE`;
  const order = await transaction.order.findUnique({ where: { id } });
  if (!order) throw new AppError('not-found', ORDER_NOT_FOUND);
  return order;
}

export const sameValue = (a: unknown, b: unknown) =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;

/**
 * Writes the columns that differ, under the next version.
 * @throws AppError `conflict`, see `withOwnCode`
 */
export async function writeOrder(transaction: Transaction, former: Order, wanted: Order, actor: Actor): Promise<Order> {
  const { id, ...after } = await withOwnCode(transaction, former, wanted, actor);
  const { updatedAt, id: _id, ...before } = former;
  const changed = Object.entries(after).filter(
    ([field, value]) => !sameValue(value, before[field as keyof typeof before]),
  );
  const next = nextVersion({ updatedAt });
  return transaction.order.update({ where: { id }, data: { ...Object.fromEntries(changed), updatedAt: next } });
}

type NewEvent = Pick<OrderEvent, 'note' | 'userId'> &
  Partial<Pick<OrderEvent, 'formerDelivery' | 'occurredAt' | 'definitionId' | 'milestoneLabel' | 'place'>>;

/** Records an event of an order under its status, now unless given. */
export function recordEvent(
  transaction: Transaction,
  { id: orderId, status }: Order,
  event: NewEvent,
): Promise<OrderEvent> {
  return transaction.orderEvent.create({ data: { orderId, status, occurredAt: new Date(), ...event } });
}

/** The times that a new event sets. */
export const timesOf = ({ lastEventAt }: Order, { occurredAt }: OrderEvent) => ({
  latestUpdateTime: occurredAt,
  lastEventAt: occurredAt > lastEventAt ? occurredAt : lastEventAt,
});

export const stepOf = (status: string) => (isBuiltInStatus(status) ? ORDER_STATUSES.indexOf(status) : -1);

/** The step that an event reaches for the first time. */
export function furthestOf(before: Order, { status, occurredAt }: OrderEvent): Partial<Order> {
  return stepOf(status) > stepOf(before.furthestStep) ? { furthestStep: status, furthestStepAt: occurredAt } : {};
}

interface Told {
  event: OrderEvent;
  label: string;
  note: string | null;
  isNews: boolean;
  notify: boolean;
}

/** Tells the owner of an order, its recipient and everybody who saved it, unless nobody is to be notified. */
export async function tell(
  transaction: Transaction,
  order: Order,
  { event, notify, ...told }: Told,
  { requestId }: Actor,
): Promise<void> {
  const { id: orderId, reference, userId, recipientPhone: phone, recipientName: name } = order;
  const recipients = new Set<number>();
  if (notify) {
    const saved = await transaction.savedOrder.findMany({ where: { orderId }, select: { userId: true } });
    for (const link of saved) recipients.add(link.userId);
    if (userId !== null) recipients.add(userId);
  }
  const data: EventData<'order.status-changed'> = {
    orderId,
    eventId: event.id,
    reference,
    status: event.status,
    occurredAt: event.occurredAt.toISOString(),
    recipientIds: [...recipients],
    ...(notify &&
      phone !== null && { phoneRecipient: { phone, name, ownerId: userId, consent: order.recipientConsent } }),
    toDevices: notify,
    ...told,
  };
  await emit(transaction, 'order.status-changed', data, requestId);
}
