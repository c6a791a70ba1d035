import type { Transaction } from '../database.ts';
import { type DeliveryJob, recordDeliveries } from './delivery-queue.ts';

export interface OrderDeliveryOptions {
  requestId: string | null;
  /** How long the emails wait; 0 for not at all. */
  mailDelayMs: number;
}

/**
 * Records the emails about notifications of orders.
 * @returns those to send after the commit; none when they wait, because the sweep sends them
 */
export async function recordOrderDeliveries(
  transaction: Transaction,
  told: { id: number; targetUserId: number | null }[],
  { requestId, mailDelayMs }: OrderDeliveryOptions,
): Promise<DeliveryJob[]> {
  const dueAt = mailDelayMs ? new Date(Date.now() + mailDelayMs) : null;
  return recordDeliveries(
    transaction,
    told.map(({ id: notificationId, targetUserId: userId }) => ({
      ...{ kind: 'order-status' as const, requestId, dueAt, notificationId, userId },
    })),
  );
}
