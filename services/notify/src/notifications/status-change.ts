import type { EventData } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import { type EmailJob, recordEmails } from '../shared/email-queue.ts';
import { lockNotificationLog } from '../shared/notification-row.ts';
import { withoutDeleted } from '../shared/people.ts';

interface Telling {
  requestId: string | null;
  /** How long emails wait, so that what is withdrawn in time is never sent. In milliseconds. */
  mailDelayMs: number;
}

/**
 * Notifies all recipients of an event of an order: of a status once per user, order and status, of news each time. An
 * event that was withdrawn is not told.
 * @returns the emails to send after the commit; none when they are delayed
 */
export async function notifyStatusChange(
  transaction: Transaction,
  { orderId, eventId, isNews, status, label, reference, note, recipientIds }: EventData<'order.status-changed'>,
  { requestId, mailDelayMs }: Telling,
): Promise<EmailJob[]> {
  if (recipientIds.length === 0) return [];
  const people = await withoutDeleted(transaction, recipientIds);
  await lockNotificationLog(transaction);
  if (eventId !== undefined && (await transaction.withdrawnOrderEvent.findUnique({ where: { eventId } }))) return [];
  const notification = {
    title: label,
    body: note ? `${reference} : ${note}` : reference,
    orderId,
    orderStatus: isNews ? null : status,
    orderEventId: eventId ?? null,
    reference,
  };
  const told = await transaction.notification.createManyAndReturn({
    data: people.map((targetUserId) => ({ ...notification, targetUserId })),
    skipDuplicates: true,
    select: { id: true, targetUserId: true },
  });
  const dueAt = mailDelayMs > 0 ? new Date(Date.now() + mailDelayMs) : null;
  const emails = await recordEmails(
    transaction,
    told.map(({ id, targetUserId }) => ({
      kind: 'order-status',
      notificationId: id,
      userId: targetUserId,
      dueAt,
      requestId,
    })),
  );
  return dueAt ? [] : emails;
}

/** Takes back what was told of an event of an order, and what will arrive later. Its emails go with the notifications. */
export async function forgetOrderEvent(
  transaction: Transaction,
  { eventId }: EventData<'order.event-withdrawn'>,
): Promise<void> {
  // Against a telling in progress: whichever comes second sees the other.
  await lockNotificationLog(transaction);
  await transaction.withdrawnOrderEvent.createMany({ data: [{ eventId }], skipDuplicates: true });
  await transaction.notification.deleteMany({ where: { orderEventId: eventId } });
}
