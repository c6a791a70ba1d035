import type { UpdateOrderSchema } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reference';
import type * as z from 'zod/mini';
import type { Order, OrderEvent } from '../generated/prisma/client.ts';
import { eventText } from '../shared/milestone-text.ts';
import { stepOf } from '../shared/order-change.ts';
import { recipientOf } from './order-service.ts';

export type Update = z.infer<typeof UpdateOrderSchema>;

/** The columns that an update sets. */
export function changesOf(before: Order, body: Update): Partial<Order> {
  const {
    reference = before.reference,
    recipientName = before.recipientName,
    recipientPhone = before.recipientPhone,
  } = body;
  const isSamePhone = recipientPhone === before.recipientPhone;
  const { estimatedDelivery, archived: isArchived = before.archivedAt !== null } = body;
  return {
    reference,
    referenceKey: referenceKey(reference),
    status: body.status ?? before.status,
    ...recipientOf({ recipientName, recipientPhone }),
    recipientConsent: body.recipientConsent ?? (isSamePhone && before.recipientConsent),
    ...(estimatedDelivery !== undefined && {
      estimatedDelivery: estimatedDelivery ? new Date(estimatedDelivery) : null,
    }),
    ...(body.latestUpdate !== undefined && { latestUpdate: body.latestUpdate }),
    ...(body.userId !== undefined && { userId: body.userId }),
    ...(body.mode !== undefined && { mode: body.mode }),
    ...(body.pieces !== undefined && { pieces: body.pieces }),
    ...(body.weightGrams !== undefined && { weightGrams: body.weightGrams }),
    archivedAt: isArchived ? (before.archivedAt ?? new Date()) : null,
  };
}

/** Whether a date moved to a later one. */
export const isLater = (date: Date | null, former: Date | null): date is Date =>
  date !== null && former !== null && date > former;

/** The state of an order as it follows from its remaining events; the first of them is its creation. */
export function stateAfter(events: OrderEvent[]): Partial<Order> {
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return {};
  const furthest = events.reduce((best, event) => (stepOf(event.status) > stepOf(best.status) ? event : best), first);
  return {
    status: last.status,
    latestUpdate: events.map(eventText).findLast((text) => text !== null) ?? null,
    latestUpdateTime: last === first ? null : last.occurredAt,
    lastEventAt: new Date(Math.max(...events.map(({ occurredAt }) => occurredAt.getTime()))),
    furthestStep: furthest.status,
    furthestStepAt: furthest.occurredAt,
  };
}

/** Withdrawing the newest change of the date restores the date before. */
export function dateWithout({ id, formerDelivery }: OrderEvent, remaining: OrderEvent[]): Partial<Order> {
  const isNewest = !remaining.some((event) => event.id > id && event.formerDelivery);
  return formerDelivery && isNewest ? { estimatedDelivery: formerDelivery } : {};
}
