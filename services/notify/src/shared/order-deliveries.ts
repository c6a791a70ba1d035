import type { Transaction } from '../database.ts';
import { type DeliveryJob, recordDeliveries } from './delivery-queue.ts';
import { DEVICES, recordPushes } from './push-deliveries.ts';

export interface OrderDeliveryOptions {
  requestId: string | null;
  /** How long the deliveries wait; 0 for not at all. */
  mailDelayMs: number;
}

/**
 * Records emails and push messages about notifications of orders.
 * @returns those to send after the commit; none when they wait, because the sweep sends them
 */
export async function recordOrderDeliveries(
  transaction: Transaction,
  told: { id: number; targetUserId: number | null }[],
  { requestId, mailDelayMs }: OrderDeliveryOptions,
): Promise<DeliveryJob[]> {
  const dueAt = mailDelayMs ? new Date(Date.now() + mailDelayMs) : null;
  const emails = await recordDeliveries(
    transaction,
    told
      .filter(({ targetUserId }) => targetUserId !== DEVICES)
      .map(({ id: notificationId, targetUserId: userId }) => ({
        ...{ kind: 'order-status' as const, requestId, dueAt, notificationId, userId },
      })),
  );
  const ids = told.map(({ id }) => id);
  return [...emails, ...(await recordPushes(transaction, ids, { requestId, dueAt }))];
}
