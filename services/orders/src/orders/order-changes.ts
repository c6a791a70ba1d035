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
    status = before.status,
    recipientName = before.recipientName,
    recipientPhone = before.recipientPhone,
    recipientConsent = recipientPhone === before.recipientPhone && before.recipientConsent,
    estimatedDelivery,
    archived: isArchived = before.archivedAt !== null,
    reason: _reason,
    notifyCustomer: _notify,
    updatedAt: _version,
    ...plain
  } = body;
  return {
    reference,
    referenceKey: referenceKey(reference),
    status,
    ...recipientOf({ recipientName, recipientPhone }),
    recipientConsent,
    ...(estimatedDelivery !== undefined && {
      estimatedDelivery: estimatedDelivery ? new Date(estimatedDelivery) : null,
    }),
    ...given<keyof typeof plain>(plain),
    archivedAt: isArchived ? (before.archivedAt ?? new Date()) : null,
  };
}

/** Of fields that are columns by the same name, those that are present. */
const given = <Column extends keyof Order>(fields: { [C in Column]?: Order[C] | undefined }): Partial<Order> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

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
