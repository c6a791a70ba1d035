import type { Notification } from '@fasocolis/contracts/notifications';
import type { Notification as NotificationRow } from '../generated/prisma/client.ts';

export type Row = Pick<NotificationRow, 'id' | 'title' | 'body' | 'targetUserId' | 'sentAt'>;

export const presentNotification = ({ id, title, body, targetUserId, sentAt }: Row, isRead: boolean): Notification => ({
  id,
  title,
  body,
  isRead,
  isGlobal: targetUserId === null,
  targetUserId,
  sentAt: sentAt.toISOString(),
});
