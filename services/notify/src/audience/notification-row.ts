import type { Notification } from '@fasocolis/contracts/notifications';
import { type Identity, maySeePickupCodes } from '@fasocolis/service-kit/auth/identity';
import type { Transaction } from '../database.ts';
import type { Notification as NotificationRow } from '../generated/prisma/client.ts';
import { withoutCodes } from './message-text.ts';

export type Row = Pick<NotificationRow, 'id' | 'title' | 'body' | 'targetUserId' | 'sentAt' | 'reference'>;

export const presentNotification = (
  { id, title, body, targetUserId, sentAt, reference }: Row,
  isRead: boolean,
): Notification => ({
  id,
  title,
  body,
  isRead,
  isGlobal: targetUserId === null,
  targetUserId,
  sentAt: sentAt.toISOString(),
  ...(reference !== null && { reference }),
});

export const notificationFor = (viewer: Identity, row: Row, isRead: boolean): Notification =>
  presentNotification(maySeePickupCodes(viewer) ? row : { ...row, body: withoutCodes(row.body) }, isRead);

const LOG_LOCK = 7_306_002;

/**
 * Serializes the transactions that insert notifications, so that ids become visible in order and a reader never misses
 * a lower one.
 */
export async function lockNotificationLog(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${LOG_LOCK})::text`;
}
