import { createHash } from 'node:crypto';
import type { PushMessage } from '@fasocolis/contracts/push';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { shortened } from '@fasocolis/contracts/reading/shortened';
import { withoutCodes } from '../audience/message-text.ts';

/** Push services accept 4096 bytes, encryption included; a phone shows some lines. In characters. */
const LONGEST = 600;

export interface Shown {
  title: string;
  body: string;
  orders: { orderId: number; reference: string }[];
  list: string;
  id: string;
}

/** What a device shows. Without pick-up codes: it is readable on a locked phone. */
export function pushMessageOf({ title, body, orders, list, id }: Shown): PushMessage {
  const references = orders.map((order) => order.reference);
  const [reference, ...others] = references;
  return {
    title: shortened(title, LONGEST),
    body: shortened(withoutCodes(body), LONGEST),
    path: reference === undefined || others.length > 0 ? list : shortLinkPath(reference),
    // A newer message about the same parcels replaces the older one.
    tag: tagOf(references.toSorted().join() || id),
  };
}

/** The tag, which is the Topic (RFC 8030) as well: 32 characters of URL-safe base64. */
const tagOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 32);
