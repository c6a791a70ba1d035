import type { EventData } from '@fasocolis/contracts/events';
import { milestoneTitle } from '@fasocolis/contracts/milestones';
import { emit } from '@fasocolis/service-kit/events/outbox';
import type { Transaction } from '../database.ts';
import type { Milestone } from '../generated/prisma/client.ts';

/** Orders per event, more where one user has more: events stay small, and each user is in one of them. */
const ORDERS_PER_EVENT = 500;

type Applied = EventData<'consignment.milestone-applied'>;
type Recipient = Applied['recipients'][number];

interface RecipientRow {
  userId: number;
  orderId: number;
  eventId: number;
  reference: string;
  pickupCode: string | null;
}

interface OrderRow {
  orderId: number;
  eventId: number;
  reference: string;
  phone: string | null;
  name: string | null;
  ownerId: number | null;
  consent: boolean;
}

/**
 * Emits who is to be told of a milestone: the owners and recipients of its orders, the users who saved them, and devices.
 */
export async function emitApplied(transaction: Transaction, milestone: Milestone): Promise<void> {
  const rows = await transaction.$queryRaw<RecipientRow[]>`
    SELECT people.user_id AS "userId", o.id AS "orderId", e.id AS "eventId", o.reference,
      CASE WHEN ${milestone.opensPickup} AND o.user_id = people.user_id THEN o.pickup_code END AS "pickupCode"
    FROM order_events e
    JOIN orders o ON o.id = e.order_id
    JOIN LATERAL (
      SELECT o.user_id WHERE o.user_id IS NOT NULL
      UNION SELECT s.user_id FROM saved_orders s WHERE s.order_id = o.id
    ) AS people ON true
    WHERE e.milestone_id = ${milestone.id} AND e.withdrawn_at IS NULL
    ORDER BY people.user_id, o.id`;
  const { id: milestoneId, note, occurredAt, requestId } = milestone;
  const common = { milestoneId, title: milestoneTitle(milestone), note, occurredAt: occurredAt.toISOString() };
  for (const recipients of inParts(byUser(rows))) {
    await emit(transaction, 'consignment.milestone-applied', { ...common, recipients }, requestId);
  }
  const orders = await transaction.$queryRaw<OrderRow[]>`
    SELECT o.id AS "orderId", e.id AS "eventId", o.reference, o.recipient_phone AS phone, o.recipient_name AS name,
      o.user_id AS "ownerId", o.recipient_consent AS consent
    FROM order_events e JOIN orders o ON o.id = e.order_id
    WHERE e.milestone_id = ${milestone.id} AND e.withdrawn_at IS NULL
    ORDER BY o.id`;
  for (let from = 0; from < orders.length; from += ORDERS_PER_EVENT) {
    const part = orders.slice(from, from + ORDERS_PER_EVENT);
    const data = {
      ...{ ...common, recipients: [] },
      orders: part.map(({ orderId, eventId, reference }) => ({ orderId, eventId, reference })),
      phoneRecipients: part.flatMap(({ phone, ...order }) => (phone === null ? [] : [{ phone, ...order }])),
    };
    await emit(transaction, 'consignment.milestone-applied', data, requestId);
  }
}

function byUser(rows: RecipientRow[]): Recipient[] {
  const recipients = new Map<number, Recipient>();
  for (const { userId, orderId, eventId, reference, pickupCode } of rows) {
    const recipient = recipients.get(userId) ?? { userId, orders: [] };
    recipient.orders.push({ orderId, eventId, reference, ...(pickupCode !== null && { pickupCode }) });
    recipients.set(userId, recipient);
  }
  return [...recipients.values()];
}

function inParts(recipients: Recipient[]): Recipient[][] {
  const parts: Recipient[][] = [];
  let orders = ORDERS_PER_EVENT;
  for (const recipient of recipients) {
    if (orders >= ORDERS_PER_EVENT) {
      parts.push([]);
      orders = 0;
    }
    parts.at(-1)?.push(recipient);
    orders += recipient.orders.length;
  }
  return parts;
}
