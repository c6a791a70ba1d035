import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import type { DeliveryJob } from '../shared/delivery-queue.ts';
import { lockNotificationLog } from '../shared/notification-row.ts';
import { type OrderDeliveryOptions, recordOrderDeliveries } from '../shared/order-deliveries.ts';
import { keepPeople, withoutDeleted } from '../shared/people.ts';
import { DEVICES, followedOrders } from '../shared/push-deliveries.ts';
import { withdrawFromMilestones } from './milestone-messages.ts';

/**
 * Notifies all recipients of an event of an order: of a status once per user, order and status, of news each time. An
 * event that was withdrawn before it arrived has no effect.
 * @returns the deliveries to send after the commit; none with a delay, because the sweep sends them then
 */
export async function notifyOrderEvent(
  transaction: Transaction,
  {
    eventId,
    orderId,
    status,
    isNews,
    label,
    reference,
    note,
    recipientIds,
    toDevices,
  }: EventData<'order.status-changed'>,
  options: OrderDeliveryOptions,
): Promise<DeliveryJob[]> {
  const people = await withoutDeleted(transaction, recipientIds);
  if (toDevices && (await followedOrders(transaction, [orderId])).size > 0) people.push(DEVICES);
  if (people.length === 0) return [];
  await lockNotificationLog(transaction);
  if (eventId !== undefined && (await isWithdrawn(transaction, eventId))) return [];
  const common = {
    title: label,
    body: note ? `${reference} : ${note}` : reference,
    orderId,
    orderStatus: isNews ? null : status,
    orderEventId: eventId ?? null,
    reference,
  };
  const told = await transaction.notification.createManyAndReturn({
    data: people.map((targetUserId) => ({ ...common, targetUserId })),
    skipDuplicates: true,
    select: { id: true, targetUserId: true },
  });
  return recordOrderDeliveries(transaction, told, options);
}

/** Removes an event from its notifications, deletes those about it alone with their emails, and prevents later ones. */
export async function withdrawOrderEvent(transaction: Transaction, eventId: number): Promise<void> {
  // In the same order as the deletion of an account, which deletes emails before their notifications.
  await keepPeople(transaction);
  await lockNotificationLog(transaction);
  await transaction.withdrawnOrderEvent.createMany({ data: [{ eventId }], skipDuplicates: true });
  await transaction.notification.deleteMany({ where: { orderEventId: eventId } });
  await withdrawFromMilestones(transaction, eventId);
}

const isWithdrawn = async (transaction: Transaction, eventId: number) =>
  (await transaction.withdrawnOrderEvent.count({ where: { eventId } })) > 0;
