import type { Transaction } from '../database.ts';
import { type EmailJob, recordEmails } from './email-queue.ts';

export interface OrderEmailOptions {
  requestId: string | null;
  /** How long the emails wait; 0 for not at all. */
  mailDelayMs: number;
}

/**
 * Records the emails about notifications of orders.
 * @returns those to send after the commit; none when they wait, because the sweep sends them
 */
export async function recordOrderEmails(
  transaction: Transaction,
  told: { id: number; targetUserId: number | null }[],
  { requestId, mailDelayMs }: OrderEmailOptions,
): Promise<EmailJob[]> {
  const dueAt = mailDelayMs ? new Date(Date.now() + mailDelayMs) : null;
  const emails = await recordEmails(
    transaction,
    told.map(({ id: notificationId, targetUserId: userId }) => ({
      ...{ kind: 'order-status' as const, requestId, dueAt, notificationId, userId },
    })),
  );
  return dueAt ? [] : emails;
}
