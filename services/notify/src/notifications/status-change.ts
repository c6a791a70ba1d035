import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import { type EmailJob, recordEmails } from '../shared/email-queue.ts';
import { lockNotificationLog } from '../shared/notification-row.ts';
import { withoutDeleted } from '../shared/people.ts';

/**
 * Notifies all recipients of a status change, once per user, order and status.
 * @returns the emails to send after the commit
 */
export async function notifyStatusChange(
  transaction: Transaction,
  { orderId, status, label, reference, note, recipientIds }: EventData<'order.status-changed'>,
  requestId: string | null,
): Promise<EmailJob[]> {
  if (recipientIds.length === 0) return [];
  const people = await withoutDeleted(transaction, recipientIds);
  await lockNotificationLog(transaction);
  const body = note ? `${reference} : ${note}` : reference;
  const told = await transaction.notification.createManyAndReturn({
    data: people.map((targetUserId) => ({ title: label, body, targetUserId, orderId, orderStatus: status, reference })),
    skipDuplicates: true,
    select: { id: true, targetUserId: true },
  });
  const kind = 'order-status' as const;
  return recordEmails(
    transaction,
    told.map(({ id, targetUserId }) => ({ kind, notificationId: id, userId: targetUserId, requestId })),
  );
}
