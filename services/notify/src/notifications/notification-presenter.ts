import type { Notification } from '@fasocolis/contracts/notifications';
import type { Notification as NotificationRow } from '../generated/prisma/client.ts';

/** What people are shown of a notification. */
export type Row = Pick<NotificationRow, 'id' | 'title' | 'body' | 'targetUserId' | 'sentAt'>;

/** A notification as the one who reads it sees it. */
export const presentNotification = ({ id, title, body, targetUserId, sentAt }: Row, isRead: boolean): Notification => ({
  id,
  title,
  body,
  isRead,
  isGlobal: targetUserId === null,
  targetUserId,
  sentAt: sentAt.toISOString(),
});
