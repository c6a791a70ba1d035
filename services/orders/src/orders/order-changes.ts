import type { UpdateOrderSchema } from '@fasocolis/contracts/order-input';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { phoneIn } from '@fasocolis/service-kit/http/phone-field';
import type * as z from 'zod/mini';
import type { Order } from '../generated/prisma/client.ts';
import type { PlainColumns } from '../history/append.ts';
import { recipientOf } from '../history/create.ts';
import type { Entry } from '../history/entry.ts';
import { sameValue } from '../history/write-orders.ts';
import { newsEntry } from './news-entry.ts';

export type Update = z.infer<typeof UpdateOrderSchema>;

/** The columns, apart from those that follow from events, that an update changes. */
export function columnsOf(before: Order, body: Update): Partial<PlainColumns> {
  const {
    reference = before.reference,
    recipientName = before.recipientName,
    recipientPhone: typedPhone = before.recipientPhone,
    recipientConsent,
    estimatedDelivery,
    archived: isArchived = before.archivedAt !== null,
    status: _status,
    latestUpdate: _text,
    reason: _reason,
    notifyCustomer: _notify,
    updatedAt: _version,
    ...plain
  } = body;
  // One that was entered before numbers were read stays as it is.
  const recipientPhone = typedPhone === before.recipientPhone ? typedPhone : phoneIn('recipientPhone', typedPhone);
  const keepsConsent = recipientPhone === before.recipientPhone && before.recipientConsent;
  const wanted: { [C in keyof PlainColumns]?: PlainColumns[C] | undefined } = {
    reference,
    referenceKey: referenceKey(reference),
    ...recipientOf({ recipientName, recipientPhone }),
    recipientConsent: recipientConsent ?? keepsConsent,
    ...(estimatedDelivery !== undefined && { estimatedDelivery: dayOf(estimatedDelivery) }),
    ...plain,
    archivedAt: isArchived ? (before.archivedAt ?? new Date()) : null,
  };
  const changed = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && !sameValue(value, before[column as keyof Order]),
  );
  return Object.fromEntries(changed);
}

const dayOf = (day: string | null) => (day ? new Date(day) : null);

/**
 * What an update makes happen: a later date, unless the journey ends, and another status or text.
 * @param label that of the status
 * @param ends the statuses that end a journey
 */
export function entriesOf(before: Order, body: Update, label: string, ends: readonly string[]): Entry[] {
  const { status = before.status, latestUpdate, reason = null, notifyCustomer: notify = true } = body;
  const occurredAt = new Date();
  const entries: Entry[] = [];
  const day = dayOf(body.estimatedDelivery ?? null);
  if (day && before.estimatedDelivery && day > before.estimatedDelivery && !ends.includes(status)) {
    entries.push(newsEntry(before, { occurredAt, text: reason, day, notify }));
  }
  const isStatus = status !== before.status;
  const isText = latestUpdate !== undefined && latestUpdate !== before.latestUpdate;
  if (isStatus || isText) {
    const text = latestUpdate ?? null;
    const news = newsEntry(before, { occurredAt, text, notify, ...(isStatus && { status: { code: status, label } }) });
    entries.push({ ...news, clearsText: isText && text === null });
  }
  return entries;
}
