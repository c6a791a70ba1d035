import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';
import { ACCOUNT_CHANGE_EMAIL_KINDS } from './email.ts';

/** What services tell each other, by name. Consumers parse the data with these schemas before they act on it. */
export const domainEvents = {
  'user.deleted': z.object({ userId: IdSchema }),
  /** The id of a token, never the token: whoever sends the mail asks auth for it. */
  'email.verification-requested': z.object({ tokenId: z.uuid() }),
  'password.reset-requested': z.object({ tokenId: z.uuid() }),
  /** A change to an account, reported to its owner by e-mail. */
  'account.changed': z.object({ tokenId: z.uuid(), mail: z.enum(ACCOUNT_CHANGE_EMAIL_KINDS) }),
  'order.status-changed': z.object({
    orderId: IdSchema,
    reference: z.string(),
    status: z.string(),
    /** The status as customers read it. */
    label: z.string(),
    note: z.nullable(z.string()),
    occurredAt: InstantSchema,
    /** Who is to be told: the parcel's owner and everybody who saved it, or nobody. */
    recipientIds: z.array(IdSchema),
  }),
  'contact.message-received': z.object({ messageId: IdSchema }),
} as const;

export type EventName = keyof typeof domainEvents;
export type EventData<N extends EventName> = z.infer<(typeof domainEvents)[N]>;

/** Which services hear of an event; each has its own queue, so that one being down never holds up another. */
export const eventSubscribers: Record<EventName, readonly string[]> = {
  'user.deleted': ['orders', 'notify'],
  'email.verification-requested': ['notify'],
  'password.reset-requested': ['notify'],
  'account.changed': ['notify'],
  'order.status-changed': ['notify'],
  'contact.message-received': ['notify'],
};

/** An event as it travels: `id` is the outbox row's, and what consumers recognise a repetition by. */
export const EventEnvelopeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  data: z.unknown(),
  requestId: z.optional(z.string()),
});
export type EventEnvelope = z.infer<typeof EventEnvelopeSchema>;
