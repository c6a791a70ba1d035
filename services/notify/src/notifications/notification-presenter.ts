import type { Notification } from '@fasocolis/contracts/notifications';
import type { Notification as Row } from '../generated/prisma/client.ts';

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
