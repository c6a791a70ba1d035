import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import type { DeliveryJob, DeliveryOptions } from '../deliveries/delivery-queue.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { recordNotifications, withoutDeleted } from './accounts.ts';
import { recordDevicePushes } from './devices.ts';
import { CODE_PREFIX, textOf } from './message-text.ts';
import { lockNotificationLog } from './notification-row.ts';
import { forgetCodes, lockToTell } from './people-to-tell.ts';
import { addPhoneChanges } from './phones.ts';

type Extended = EventData<'order.history-extended'>;
type Orders = Extended['orders'];

/**
 * Notifies the audience of orders of what happened to them: accounts and devices once with all orders that concern them, and
 * phone numbers. Entries that were withdrawn before are left out.
 * @returns the jobs to add after the commit; none when the deliveries wait, because the sweep adds them then
 */
export async function notifyAudience(
  transaction: Transaction,
  message: Extended,
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  const present = new Set(await withoutDeleted(transaction, [...new Set(message.orders.flatMap(usersOf))]));
  await lockNotificationLog(transaction);
  await lockToTell(transaction);
  const orders = await withoutWithdrawn(transaction, message.orders);
  const accounts = await notifyAccounts(transaction, { ...message, orders }, present, options);
  const devices = await notifyDevices(transaction, { ...message, orders }, options);
  const reached = orders.map((order) => {
    // With its owner, an order has lost its recipient.
    const hasRecipient = order.ownerId === null || present.has(order.ownerId);
    return { ...order, recipient: hasRecipient ? order.recipient : null };
  });
  await addPhoneChanges(transaction, message, reached);
  const handedOver = orders.flatMap(({ orderId, status }) => (status === 'DELIVERED' ? orderId : []));
  if (handedOver.length > 0) await removeCodes(transaction, handedOver);
  return [...accounts, ...devices];
}

/** Removes the pick-up codes of orders from all messages about them. The logs are locked. */
async function removeCodes(transaction: Transaction, orderIds: number[]): Promise<void> {
  await forgetCodes(transaction, orderIds);
  await transaction.$executeRaw`
    UPDATE notifications n SET body = regexp_replace(n.body, ${CODE_PREFIX}::text || '(' || c.codes || ')\\)', '', 'g')
    FROM (
      SELECT notification_id, string_agg(pickup_code, '|') AS codes FROM notification_orders
      WHERE order_id = ANY(${orderIds}::int[]) AND pickup_code IS NOT NULL GROUP BY notification_id
    ) c WHERE n.id = c.notification_id`;
  const where = { orderId: { in: orderIds }, pickupCode: { not: null } };
  await transaction.notificationOrder.updateMany({ where, data: { pickupCode: null } });
}

const usersOf = ({ ownerId, saverIds }: Orders[number]) => [...(ownerId === null ? [] : [ownerId]), ...saverIds];

async function withoutWithdrawn(transaction: Transaction, orders: Orders): Promise<Orders> {
  const where = { eventId: { in: orders.map(({ eventId }) => eventId) } };
  const withdrawn = new Set((await transaction.withdrawnOrderEvent.findMany({ where })).map(({ eventId }) => eventId));
  return orders.filter(({ eventId }) => !withdrawn.has(eventId));
}

async function notifyAccounts(
  transaction: Transaction,
  { cause, title, note, occurredAt, orders }: Extended,
  present: ReadonlySet<number>,
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  const told = cause === 'status' ? await toldOfStatus(transaction, orders) : new Set<string>();
  const concerned = orders.flatMap((order) =>
    usersOf(order)
      .filter((userId) => present.has(userId) && !told.has(`${userId} ${order.orderId}`))
      .map((userId) => ({ userId, order })),
  );
  const notifications = [...Map.groupBy(concerned, ({ userId }) => userId)].map(([targetUserId, own]) => {
    const named = own.map(({ order: { eventId, orderId, reference, status, pickupCode, ownerId } }) => ({
      eventId,
      orderId,
      reference,
      status,
      pickupCode: ownerId === targetUserId ? pickupCode : null,
    }));
    const words = { cause, title, note, body: textOf(cause, note, named) };
    return { targetUserId, ...words, occurredAt: new Date(occurredAt), awaitsPhone: true, orders: named };
  });
  return recordNotifications(transaction, notifications, options);
}

/** The users who were notified of the present status of an order before, with that order. */
async function toldOfStatus(transaction: Transaction, orders: Orders): Promise<Set<string>> {
  const rows = await transaction.$queryRaw<{ userId: number; orderId: number }[]>`
    SELECT n.target_user_id AS "userId", o.order_id AS "orderId"
    FROM ${recordsetOf(orders)} JOIN notification_orders o ON o.order_id = e."orderId" AND o.status = e.status
    JOIN notifications n ON n.id = o.notification_id`;
  return new Set(rows.map(({ userId, orderId }) => `${userId} ${orderId}`));
}

function notifyDevices(
  transaction: Transaction,
  { orders, ...message }: Extended,
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  const isTold = Prisma.sql`EXISTS (
    SELECT FROM delivery_orders o JOIN email_deliveries d ON d.id = o.delivery_id
    WHERE o.order_id = f.order_id AND o.status = e.status AND d.device_id = f.device_id)`;
  const followed = Prisma.sql`
    SELECT f.device_id, e."eventId" AS event_id, f.order_id, e.reference, e.status
    FROM ${recordsetOf(orders)} JOIN push_device_orders f ON f.order_id = e."orderId"
    WHERE ${message.cause} <> 'status' OR NOT ${isTold}`;
  return recordDevicePushes(transaction, message, followed, options);
}

/** As JSON: one parameter for all orders. */
const recordsetOf = (orders: Orders) => Prisma.sql`jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
  AS e("eventId" int, "orderId" int, reference text, status text)`;
