import type { Transaction } from '../database.ts';
import { type DeliveryJob, type DeliveryOptions, recordDeliveries } from '../deliveries/delivery-queue.ts';
import type { NotificationOrder } from '../generated/prisma/client.ts';
import { recordAccountPushes } from './devices.ts';
import type { Cause } from './message-text.ts';

/** One lock for all users: deletions are rare. */
const ACCOUNTS_LOCK = 7_306_001;

/** Prevents deletions of accounts until the transaction ends. */
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
 * Deletes a user's data and prevents that more is stored. What phone numbers have chosen over WhatsApp stays: nobody has
 * verified that they are the user's.
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

/** A notification about orders; the user is none of the other ones'. */
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
  const ordersOf = new Map(notifications.map(({ targetUserId, orders }) => [targetUserId, orders]));
  const recorded = await transaction.notification.createManyAndReturn({
    data: notifications.map(({ orders, ...notification }) => ({
      ...notification,
      reference: orders.length === 1 ? (orders[0]?.reference ?? null) : null,
    })),
    select: { id: true, targetUserId: true },
  });
  await transaction.notificationOrder.createMany({
    data: recorded.flatMap(({ id: notificationId, targetUserId }) =>
      (targetUserId === null ? [] : (ordersOf.get(targetUserId) ?? [])).map((order) => ({ ...order, notificationId })),
    ),
  });
  const emails = recorded.map(({ id: notificationId, targetUserId: userId }) => ({
    ...({ kind: 'order-status', notificationId, userId, ...options } as const),
  }));
  const pushes = await recordAccountPushes(
    transaction,
    recorded.map(({ id }) => id),
    options,
  );
  return [...(await recordDeliveries(transaction, emails)), ...pushes];
}
