import type { EventData } from '@fasocolis/contracts/events';
import { emit } from '@fasocolis/service-kit/events/outbox';
import type { Transaction } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

type Extended = EventData<'order.history-extended'>;
type Withdrawn = EventData<'order.history-withdrawn'>;

type Of = number[] | { milestoneId: number };

const isOf = (of: Of) =>
  Array.isArray(of) ? Prisma.sql`e.id = ANY(${of}::int[])` : Prisma.sql`e.milestone_id = ${of.milestoneId}`;

interface Extension extends Omit<Extended, 'orders' | 'occurredAt'> {
  of: Of;
  occurredAt: Date;
}

/** Emits events of which customers are told, in one event with the owner, the recipient and the savers of each order. */
export async function emitExtended(
  transaction: Transaction,
  { of, occurredAt, ...message }: Extension,
  requestId: string | null,
): Promise<void> {
  const orders = await transaction.$queryRaw<Extended['orders']>`
    SELECT o.id AS "orderId", e.id AS "eventId", o.reference, e.status, o.user_id AS "ownerId",
      ARRAY(
        SELECT s.user_id FROM saved_orders s WHERE s.order_id = o.id AND s.user_id IS DISTINCT FROM o.user_id ORDER BY 1
      ) AS "saverIds",
      CASE WHEN o.recipient_phone IS NOT NULL THEN jsonb_build_object(
        'phone', o.recipient_phone, 'name', o.recipient_name, 'consent', o.recipient_consent
      ) END AS recipient,
      CASE WHEN e.opens_pickup THEN o.pickup_code END AS "pickupCode"
    FROM order_events e JOIN orders o ON o.id = e.order_id
    WHERE ${isOf(of)} AND e.withdrawn_at IS NULL ORDER BY o.id`;
  if (orders.length === 0) return;
  const data = { ...message, occurredAt: occurredAt.toISOString(), orders };
  await emit(transaction, 'order.history-extended', data, requestId);
}

export async function emitWithdrawn(
  transaction: Transaction,
  { of, correction }: Pick<Withdrawn, 'correction'> & { of: Of },
  requestId: string | null,
): Promise<void> {
  const orders = await transaction.$queryRaw<Withdrawn['orders']>`
    SELECT e.order_id AS "orderId", e.id AS "eventId" FROM order_events e
    WHERE ${isOf(of)} AND e.withdrawn_at IS NOT NULL ORDER BY e.order_id`;
  if (orders.length > 0) await emit(transaction, 'order.history-withdrawn', { orders, correction }, requestId);
}
