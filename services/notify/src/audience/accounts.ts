import type { Transaction } from '../database.ts';
import type { DeliveryJob, DeliveryOptions } from '../deliveries/delivery-queue.ts';
import type { NotificationOrder } from '../generated/prisma/client.ts';
import { recordAccountPushes } from './devices.ts';
import type { Cause } from './message-text.ts';

/** One lock for all users: deletions are rare. */
const ACCOUNTS_LOCK = 7_306_001;

export async function keepAccounts(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock_shared(${ACCOUNTS_LOCK})::text`;
}

/** Filters out deleted accounts and prevents deletions until the transaction ends. */
export async function withoutDeleted(transaction: Transaction, userIds: number[]): Promise<number[]> {
  await keepAccounts(transaction);
  const deleted = await transaction.deletedUser.findMany({ where: { userId: { in: userIds } } });
  const gone = new Set(deleted.map(({ userId }) => userId));
  return userIds.filter((userId) => !gone.has(userId));
}

/**
 * Deletes a user's data and prevents that more is stored. What phone numbers have chosen over WhatsApp stays: the user
 * may never have verified them.
 */
export async function deleteAccount(transaction: Transaction, userId: number): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${ACCOUNTS_LOCK})::text`;
  await transaction.deletedUser.createMany({ data: [{ userId }], skipDuplicates: true });
  await transaction.delivery.deleteMany({ where: { userId } });
  // Its sessions have ended just before.
  await transaction.pushDevice.deleteMany({ where: { OR: [{ userId }, { formerUserId: userId }] } });
  await transaction.readReceipt.deleteMany({ where: { userId } });
  await transaction.popupSeen.deleteMany({ where: { userId } });
  await transaction.notification.deleteMany({ where: { targetUserId: userId } });
  await transaction.changeToTell.deleteMany({ where: { OR: [{ userId }, { ownerId: userId }] } });
  await transaction.personToTell.deleteMany({ where: { changes: { none: {} } } });
}

export interface OrderNotification {
  targetUserId: number;
  cause: Cause;
  title: string;
  body: string;
  note?: string | null;
  occurredAt?: Date;
  /** Whether the account is also told at its phone number, which auth has. */
  awaitsPhone?: boolean;
  orders: (Pick<NotificationOrder, 'orderId' | 'reference'> & Partial<NotificationOrder>)[];
}

/**
 * Records notifications about orders with their emails and push messages. The log is locked, and the users are not deleted.
 * @returns the jobs to add after the commit
 */
export async function recordNotifications(
  transaction: Transaction,
  notifications: OrderNotification[],
  options: DeliveryOptions,
): Promise<DeliveryJob[]> {
  if (notifications.length === 0) return [];
  const rows = notifications.map((notification) => {
    const [{ reference } = { reference: null }, ...more] = notification.orders;
    return { ...notification, reference: more.length === 0 ? reference : null };
  });
  // JSON is one parameter for all notifications, of which a milestone has thousands.
  const recorded = await transaction.$queryRaw<(DeliveryJob & { notificationId: number })[]>`
    WITH message AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m("targetUserId" int, cause text, title text,
        body text, note text, "occurredAt" timestamptz, "awaitsPhone" boolean, reference text, orders jsonb)
    ), recorded AS (
      INSERT INTO notifications (target_user_id, cause, title, body, note, occurred_at, awaits_phone, reference)
      SELECT "targetUserId", cause, title, body, note, "occurredAt", coalesce("awaitsPhone", false), reference FROM message
      RETURNING id, target_user_id
    ), named AS (
      INSERT INTO notification_orders (notification_id, event_id, order_id, reference, status, pickup_code)
      SELECT r.id, o."eventId", o."orderId", o.reference, o.status, o."pickupCode"
      FROM recorded r JOIN message ON "targetUserId" = target_user_id, jsonb_to_recordset(orders)
        AS o("eventId" int, "orderId" int, reference text, status text, "pickupCode" text)
    )
    INSERT INTO email_deliveries (id, kind, notification_id, user_id, due_at, request_id)
    SELECT gen_random_uuid(), 'order-status', id, target_user_id, ${options.dueAt}::timestamptz, ${options.requestId}
    FROM recorded ORDER BY id
    RETURNING id, channel, kind, request_id AS "requestId", notification_id AS "notificationId"`;
  const ids = recorded.map(({ notificationId }) => notificationId);
  const pushes = await recordAccountPushes(transaction, ids, options);
  return options.dueAt ? [] : [...recorded, ...pushes];
}
