import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import type { DeliveryJob, DeliveryOptions } from '../deliveries/delivery-queue.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { keepAccounts, recordNotifications } from './accounts.ts';
import { recordDevicePushes } from './devices.ts';
import { textOf } from './message-text.ts';
import { lockNotificationLog } from './notification-row.ts';
import { addChanges, deleteChanges, lockToTell } from './people-to-tell.ts';

interface Told {
  targetId: number;
  eventId: number;
  orderId: number;
  reference: string;
}

/**
 * Withdraws the messages about entries in the histories of orders, and prevents later ones. Accounts, devices and numbers
 * that have been told get the correction, if there is one, once with all their orders.
 * @returns the jobs to add after the commit
 */
export async function withdrawFromAudience(
  transaction: Transaction,
  { orders, correction: note }: EventData<'order.history-withdrawn'>,
  requestId: string | null,
): Promise<DeliveryJob[]> {
  await keepAccounts(transaction);
  await lockNotificationLog(transaction);
  await lockToTell(transaction);
  const eventIds = orders.map(({ eventId }) => eventId);
  await transaction.withdrawnOrderEvent.createMany({
    data: eventIds.map((eventId) => ({ eventId })),
    skipDuplicates: true,
  });
  const [accounts, devices] = note === null ? [[], []] : await toldOf(transaction, eventIds);
  const phones = note === null ? [] : await toldPhones(transaction, eventIds);
  await removeFromNotifications(transaction, eventIds);
  await removeFromPushes(transaction, eventIds);
  await deleteChanges(transaction, { eventId: { in: eventIds } });

  // It cannot be withdrawn, so that it does not wait.
  const options: DeliveryOptions = { requestId, dueAt: null };
  const message = { cause: 'correction', title: 'Correction', note } as const;
  const notifications = [...Map.groupBy(accounts, ({ targetId }) => targetId)].map(([targetUserId, told]) => {
    const named = told.map(({ targetId: _user, ...order }) => order);
    return { targetUserId, ...message, body: textOf('correction', note, named), orders: named };
  });
  await addChanges(
    transaction,
    phones.map((change) => ({ ...change, title: message.title, note, occurredAt: new Date() })),
  );
  const followed = Prisma.sql`
    SELECT "targetId" AS device_id, "eventId" AS event_id, "orderId" AS order_id, reference, NULL AS status
    FROM jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
      AS told("targetId" int, "eventId" int, "orderId" int, reference text)`;
  return [
    ...(await recordNotifications(transaction, notifications, options)),
    ...(await recordDevicePushes(transaction, message, followed, options)),
  ];
}

async function toldOf(transaction: Transaction, eventIds: number[]): Promise<[Told[], Told[]]> {
  // A try that failed may have arrived.
  const isSent = Prisma.sql`d.attempts > 0 AND d.state <> 'dropped'`;
  const columns = Prisma.sql`o.event_id AS "eventId", o.order_id AS "orderId", o.reference`;
  const accounts = await transaction.$queryRaw<Told[]>`
    SELECT n.target_user_id AS "targetId", ${columns}
    FROM notification_orders o JOIN notifications n ON n.id = o.notification_id
    WHERE o.event_id = ANY(${eventIds}::int[]) AND (
      EXISTS (SELECT FROM email_deliveries d WHERE d.notification_id = n.id AND ${isSent})
      OR EXISTS (SELECT FROM read_receipts r WHERE r.notification_id = n.id)
    ) ORDER BY o.order_id`;
  const devices = await transaction.$queryRaw<Told[]>`
    SELECT d.device_id AS "targetId", ${columns}
    FROM delivery_orders o JOIN email_deliveries d ON d.id = o.delivery_id
    WHERE o.event_id = ANY(${eventIds}::int[]) AND ${isSent}`;
  return [accounts, devices];
}

async function toldPhones(transaction: Transaction, eventIds: number[]) {
  const changes = await transaction.changeToTell.findMany({
    where: { eventId: { in: eventIds }, person: { toldAt: { not: null } } },
    include: { person: { select: { phone: true } } },
    orderBy: { id: 'asc' },
  });
  return changes.map(({ id: _id, personId: _former, pickupCode: _code, person, ...change }) => ({
    ...change,
    phone: person.phone,
  }));
}

/** Deletes the notifications that name no other order, with their emails and push messages. */
async function removeFromNotifications(transaction: Transaction, eventIds: number[]): Promise<void> {
  const named = { orders: { some: { eventId: { in: eventIds } } } };
  const affected = (await transaction.notification.findMany({ where: named, select: { id: true } })).map(
    ({ id }) => id,
  );
  await transaction.notificationOrder.deleteMany({ where: { eventId: { in: eventIds } } });
  await transaction.notification.deleteMany({ where: { id: { in: affected }, orders: { none: {} } } });
  const others = await transaction.notification.findMany({
    where: { id: { in: affected } },
    include: { orders: { orderBy: { orderId: 'asc' } } },
  });
  for (const { id, cause, note, orders } of others) {
    const [{ reference } = { reference: null }, ...more] = orders;
    const words = { body: textOf(cause, note, orders), reference: more.length === 0 ? reference : null };
    await transaction.notification.update({ where: { id }, data: words });
  }
}

async function removeFromPushes(transaction: Transaction, eventIds: number[]): Promise<void> {
  const named = await transaction.deliveryOrder.findMany({ where: { eventId: { in: eventIds } } });
  const id = { in: named.map(({ deliveryId }) => deliveryId) };
  await transaction.deliveryOrder.deleteMany({ where: { eventId: { in: eventIds } } });
  await transaction.delivery.deleteMany({ where: { id, orders: { none: {} } } });
}
