import { createHash } from 'node:crypto';
import type { PushMessage } from '@fasocolis/contracts/push';
import type { Notification, NotificationOrder } from '../generated/prisma/client.ts';
import { withoutCodes } from '../shared/milestone-body.ts';

/** Push services accept 4096 bytes, encryption included; a phone shows some lines. In characters. */
const LONGEST = 600;

/**
 * What a device shows of a notification. Without pick-up codes: it is readable on a locked phone.
 * @param orders those that a milestone names
 */
export function pushMessageOf(notification: Notification, orders: NotificationOrder[]): PushMessage {
  const { id, title, body, reference } = notification;
  const references = reference === null ? orders.map((order) => order.reference) : [reference];
  return {
    title: shortened(title),
    body: shortened(withoutCodes(body)),
    path: reference === null ? '/notifications' : `/c/${encodeURIComponent(reference)}`,
    // The same parcels: the newer message replaces the older one.
    tag: tagOf(references.length > 0 ? references.toSorted().join() : `notification ${id}`),
  };
}

/** Also the Topic (RFC 8030): 32 characters of URL-safe base64. */
const tagOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32);

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
