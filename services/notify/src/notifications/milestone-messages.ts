import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import type { NotificationOrder } from '../generated/prisma/client.ts';
import type { DeliveryJob } from '../shared/delivery-queue.ts';
import { milestoneBody } from '../shared/milestone-body.ts';
import { lockNotificationLog } from '../shared/notification-row.ts';
import { type OrderDeliveryOptions, recordOrderDeliveries } from '../shared/order-deliveries.ts';
import { withoutDeleted } from '../shared/people.ts';
import { DEVICES, followedOrders } from '../shared/push-deliveries.ts';

type Applied = EventData<'consignment.milestone-applied'>;
type NamedOrder = Pick<NotificationOrder, 'reference' | 'pickupCode'>;

/**
 * Notifies each user once of a milestone, with all of the user's orders. Events that were withdrawn before are left out.
 * @returns the deliveries to send after the commit; none when they wait, because the sweep sends them
 */
export async function notifyMilestone(
  transaction: Transaction,
  { milestoneId, title, note, recipients, orders: all = [] }: Applied,
  options: OrderDeliveryOptions,
): Promise<DeliveryJob[]> {
  const userIds = recipients.map(({ userId }) => userId);
  const people = new Set(await withoutDeleted(transaction, userIds));
  await lockNotificationLog(transaction);
  const withdrawn = await withdrawnAmong(transaction, [...recipients.flatMap(({ orders }) => orders), ...all]);
  const ordersOf = new Map(
    recipients
      .filter(({ userId }) => people.has(userId))
      .map(
        ({ userId, orders }) => [userId, orders.filter(({ eventId }) => !withdrawn.has(eventId)).map(toRow)] as const,
      )
      .filter(([, orders]) => orders.length > 0),
  );
  const told = await transaction.notification.createManyAndReturn({
    data: [...ordersOf].map(([targetUserId, orders]) => ({
      ...{ targetUserId, milestoneId, title, note },
      ...wordsOf(orders, note),
    })),
    skipDuplicates: true,
    select: { id: true, targetUserId: true },
  });
  await transaction.notificationOrder.createMany({
    data: told.flatMap(({ id: notificationId, targetUserId }) =>
      (ordersOf.get(targetUserId ?? 0) ?? []).map((order) => ({ notificationId, ...order })),
    ),
  });
  const toDevices = await notifyDevices(transaction, {
    title,
    note,
    orders: all.filter(({ eventId }) => !withdrawn.has(eventId)),
  });
  return recordOrderDeliveries(transaction, [...told, ...toDevices], options);
}

/** Creates the notifications of devices that follow orders: one per order, because each device follows its own. */
async function notifyDevices(
  transaction: Transaction,
  { title, note, orders }: { title: string; note: string | null; orders: NonNullable<Applied['orders']> },
) {
  const followed = await followedOrders(
    transaction,
    orders.map(({ orderId }) => orderId),
  );
  return transaction.notification.createManyAndReturn({
    data: orders
      .filter(({ orderId }) => followed.has(orderId))
      .map(({ orderId, eventId: orderEventId, reference }) => ({
        ...{ targetUserId: DEVICES, orderId, orderEventId, title, note, reference },
        body: milestoneBody([{ reference }], note),
      })),
    skipDuplicates: true,
    select: { id: true, targetUserId: true },
  });
}

/** Takes an order out of the notifications of its milestone; those that named no other are deleted. */
export async function withdrawFromMilestones(transaction: Transaction, eventId: number): Promise<void> {
  const affected = await transaction.notification.findMany({
    where: { orders: { some: { eventId } } },
    include: { orders: { where: { eventId: { not: eventId } }, orderBy: { orderId: 'asc' } } },
  });
  await transaction.notificationOrder.deleteMany({ where: { eventId } });
  for (const { id, orders, note } of affected) {
    if (orders.length === 0) await transaction.notification.delete({ where: { id } });
    else await transaction.notification.update({ where: { id }, data: wordsOf(orders, note) });
  }
}

/** What a notification says, and of which order where it is one. */
const wordsOf = (orders: NamedOrder[], note: string | null) => ({
  body: milestoneBody(orders, note),
  reference: orders.length === 1 ? (orders[0]?.reference ?? null) : null,
});

const toRow = ({ pickupCode, ...order }: Applied['recipients'][number]['orders'][number]) => ({
  ...order,
  pickupCode: pickupCode ?? null,
});

async function withdrawnAmong(transaction: Transaction, orders: { eventId: number }[]): Promise<Set<number>> {
  const eventIds = orders.map(({ eventId }) => eventId);
  const rows = await transaction.withdrawnOrderEvent.findMany({ where: { eventId: { in: eventIds } } });
  return new Set(rows.map(({ eventId }) => eventId));
}
