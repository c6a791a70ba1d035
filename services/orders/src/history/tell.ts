import type { EventData } from '@fasocolis/contracts/events';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import { emit } from '@fasocolis/service-kit/events/outbox';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { Entry } from './entry.ts';

/** An entry as it was recorded in the history of an order. */
export interface RecordedEvent {
  id: number;
  orderId: number;
  status: string;
}

/**
 * Tells other services of an entry, if it is to be told: for the owner of each order, its recipient, all users who saved
 * it and devices that follow it, unless customers are not to be notified.
 */
export async function tell(
  transaction: Transaction,
  { entry, events }: { entry: Entry; events: RecordedEvent[] },
  orders: Order[],
  { requestId }: Actor,
): Promise<void> {
  if (!entry.told) return;
  const { title: label, note, notify } = entry.told;
  const eventsOf = new Map(events.map((event) => [event.orderId, event]));
  const savers = await saversOf(transaction, notify ? orders : []);
  for (const order of orders) {
    const { id: orderId, reference, userId, recipientPhone: phone, recipientName: name } = order;
    const event = eventsOf.get(orderId);
    if (!event) continue;
    const recipients = new Set(savers.get(orderId));
    if (notify && userId !== null) recipients.add(userId);
    const data: EventData<'order.status-changed'> = {
      orderId,
      eventId: event.id,
      reference,
      status: event.status,
      isNews: entry.status === undefined,
      label,
      note,
      occurredAt: entry.occurredAt.toISOString(),
      recipientIds: [...recipients],
      ...(notify &&
        phone !== null && { phoneRecipient: { phone, name, ownerId: userId, consent: order.recipientConsent } }),
      toDevices: notify,
    };
    await emit(transaction, 'order.status-changed', data, requestId);
  }
}

/** The users who saved orders, by the ids of the orders. */
async function saversOf(transaction: Transaction, orders: Order[]): Promise<Map<number, number[]>> {
  const where = { orderId: { in: orders.map(({ id }) => id) } };
  const links = await transaction.savedOrder.findMany({ where, select: { orderId: true, userId: true } });
  const byOrder = Map.groupBy(links, ({ orderId }) => orderId);
  return new Map([...byOrder].map(([orderId, own]) => [orderId, own.map(({ userId }) => userId)]));
}
