import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';
import { ACCOUNT_CHANGE_EMAIL_KINDS } from './email.ts';
import type { ServiceName } from './services.ts';

const ExtendedOrderSchema = z.object({
  orderId: IdSchema,
  eventId: IdSchema,
  reference: z.string(),
  status: z.string(),
  ownerId: z.nullable(IdSchema),
  /** The users who saved the order, without its owner. */
  saverIds: z.array(IdSchema),
  recipient: z.nullable(z.object({ phone: z.string(), name: z.nullable(z.string()), consent: z.boolean() })),
  pickupCode: z.nullable(z.string()),
});

export const HISTORY_CAUSES = ['status', 'milestone', 'news'] as const;

/** Data of the events between services, by name. Consumers parse it with these schemas. */
export const domainEvents = {
  'user.deleted': z.object({
    userId: IdSchema,
    /** Contact messages from it are deleted too. Null for an unverified address, absent in events of former versions. */
    verifiedEmail: z.optional(z.nullable(z.string())),
    /** The addresses that get a confirmation: none when the administrator, or a restore, deleted the account. */
    confirmTo: z.optional(z.array(z.string())),
  }),
  /** Never the token itself: the sender requests it from auth. */
  'email.verification-requested': z.object({ tokenId: z.uuid() }),
  'password.reset-requested': z.object({ tokenId: z.uuid() }),
  'account.changed': z.object({ tokenId: z.uuid(), mail: z.enum(ACCOUNT_CHANGE_EMAIL_KINDS) }),
  'user.whatsapp-declined': z.object({ userId: IdSchema, phone: z.string() }),
  'user.phone-changed': z.object({
    userId: IdSchema,
    /** The later one of two events about one user counts. */
    at: InstantSchema,
    /** In the form E.164; null while the number is unverified, and without one. */
    verifiedPhone: z.nullable(z.string()),
    former: z.nullable(z.object({ phone: z.string(), wasVerified: z.boolean() })),
  }),
  /** One or more orders got the same history entry, which customers are notified of. Each entry is in one event. */
  'order.history-extended': z.object({
    cause: z.enum(HISTORY_CAUSES),
    /** What customers see: the label of the status, "Arrivé au port, Lomé", or what the news are about. */
    title: z.string(),
    note: z.nullable(z.string()),
    occurredAt: InstantSchema,
    orders: z.array(ExtendedOrderSchema),
  }),
  'order.history-withdrawn': z.object({
    orders: z.array(z.object({ orderId: IdSchema, eventId: IdSchema })),
    correction: z.nullable(z.string()),
  }),
  /** The owner of an order with a pick-up code changed, or its recipient's number: the code is another one. */
  'order.pickup-code-replaced': z.object({
    orderId: IdSchema,
    reference: z.string(),
    formerOwnerId: z.nullable(IdSchema),
    ownerId: z.nullable(IdSchema),
    /** For the owner, from an entry that opens the pick-up. */
    pickupCode: z.nullable(z.string()),
  }),
  'contact.message-received': z.object({ messageId: IdSchema }),
} as const;

export type EventName = keyof typeof domainEvents;
export type EventData<N extends EventName> = z.infer<(typeof domainEvents)[N]>;

/** Each subscriber has its own queue, so that an outage of one does not delay others. */
export const eventSubscribers: Record<EventName, readonly ServiceName[]> = {
  'user.deleted': ['orders', 'notify', 'content'],
  'email.verification-requested': ['notify'],
  'password.reset-requested': ['notify'],
  'account.changed': ['notify'],
  'user.whatsapp-declined': ['notify'],
  'user.phone-changed': ['orders', 'notify'],
  'order.history-extended': ['notify'],
  'order.history-withdrawn': ['notify'],
  'order.pickup-code-replaced': ['notify'],
  'contact.message-received': ['notify'],
};

/** `id` is that of the outbox row; consumers recognize duplicates by it. */
export const EventEnvelopeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  data: z.unknown(),
  requestId: z.optional(z.string()),
});
export type EventEnvelope = z.infer<typeof EventEnvelopeSchema>;
