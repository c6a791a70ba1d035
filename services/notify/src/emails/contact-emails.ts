import type { EventEnvelope } from '@fasocolis/contracts/events';
import type { Transaction } from '../database.ts';
import { type DeliveryJob, recordDeliveries } from '../deliveries/delivery-queue.ts';

const CONTACT_EMAIL_LOCK = 7_306_004;

interface ContactEmail {
  messageId: number;
  event: EventEnvelope;
  periodMs: number;
}

/**
 * Records an email to the administrator about a contact message: at once for the first message of a quiet period; later
 * ones are counted in one email at the end of the period.
 * @returns the email if it is due
 */
export async function recordContactEmail(
  transaction: Transaction,
  { messageId, event: { id, requestId }, periodMs }: ContactEmail,
): Promise<DeliveryJob[]> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${CONTACT_EMAIL_LOCK})::text`;
  const now = new Date();
  const last = await transaction.delivery.findFirst({
    where: { kind: 'contact-message', dueAt: { not: null } },
    orderBy: { dueAt: 'desc' },
  });
  if (last) {
    // A worker that is sending the email has already read its count.
    const { count } = await transaction.delivery.updateMany({
      where: { id: last.id, state: 'PENDING', attempts: 0, dueAt: { gt: now } },
      data: { messageCount: { increment: 1 } },
    });
    if (count > 0) return [];
  }
  const periodEnd = (last?.dueAt?.getTime() ?? 0) + periodMs;
  const dueAt = new Date(Math.max(now.getTime(), periodEnd));
  const email = {
    id,
    kind: 'contact-message',
    contactMessageId: messageId,
    dueAt,
    requestId: requestId ?? null,
  } as const;
  return recordDeliveries(transaction, [email]);
}
