import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';
import { ACCOUNT_CHANGE_EMAIL_KINDS } from './email.ts';

/** The person whose phone number is on an order. */
const PhoneRecipientSchema = z.object({
  /** E.164. */
  phone: z.string(),
  name: z.nullable(z.string()),
  /** The order's owner, with whose account the data are deleted. */
  ownerId: z.nullable(IdSchema),
  /** Whether the number was entered with the consent to messages over WhatsApp. Absent in events of former versions. */
  consent: z.optional(z.boolean()),
});

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
  /** Reported to the account's owner by email. */
  'account.changed': z.object({ tokenId: z.uuid(), mail: z.enum(ACCOUNT_CHANGE_EMAIL_KINDS) }),
  /** The user wants no news of orders over WhatsApp at this phone number any more. */
  'user.whatsapp-declined': z.object({ userId: IdSchema, phone: z.string() }),
  /** A new event in an order's history: another status, or news under the same one. */
  'order.status-changed': z.object({
    orderId: IdSchema,
    /** The event. Absent in events of former versions. */
    eventId: z.optional(IdSchema),
    reference: z.string(),
    status: z.string(),
    /** Whether the status is the same as before: users are notified of each news, and of a status once. */
    isNews: z.optional(z.boolean()),
    /** The title that customers see: the status's label, or what the news is about. */
    label: z.string(),
    note: z.nullable(z.string()),
    occurredAt: InstantSchema,
    /** The order's owner and all users who saved it; empty when nobody is to be notified. */
    recipientIds: z.array(IdSchema),
    /** Absent without a phone number, when nobody is to be notified, and in events of former versions. */
    phoneRecipient: z.optional(PhoneRecipientSchema),
    /** Whether devices that follow the order are told too. Absent in events of former versions. */
    toDevices: z.optional(z.boolean()),
  }),
  /** The owner of an order with a pick-up code changed, or its recipient's number: the code is another one. */
  'order.pickup-code-replaced': z.object({
    orderId: IdSchema,
    reference: z.string(),
    formerOwnerId: z.nullable(IdSchema),
    /** The same as the former one when only the number changed. */
    ownerId: z.nullable(IdSchema),
    /** Null when the order has ended. */
    pickupCode: z.nullable(z.string()),
  }),
  /** Its notifications are deleted, and its pending emails are not sent. */
  'order.event-withdrawn': z.object({ orderId: IdSchema, eventId: IdSchema }),
  /** The orders of a consignment have a milestone: one message per user, which names the user's orders. */
  'consignment.milestone-applied': z.object({
    milestoneId: IdSchema,
    /** "Arrivé au port, Lomé". */
    title: z.string(),
    note: z.nullable(z.string()),
    occurredAt: InstantSchema,
    /** Each user is in one event of a milestone. */
    recipients: z.array(
      z.object({
        userId: IdSchema,
        orders: z.array(
          z.object({
            orderId: IdSchema,
            eventId: IdSchema,
            reference: z.string(),
            /** For the owner, where the milestone opens the pick-up. */
            pickupCode: z.optional(z.string()),
          }),
        ),
      }),
    ),
    /** One per order with a phone number. Absent in events of former versions. */
    phoneRecipients: z.optional(
      z.array(z.extend(PhoneRecipientSchema, { orderId: IdSchema, eventId: IdSchema, reference: z.string() })),
    ),
    /** All orders that have the milestone, for devices that follow them; each is in one event of a milestone. */
    orders: z.optional(z.array(z.object({ orderId: IdSchema, eventId: IdSchema, reference: z.string() }))),
  }),
  'contact.message-received': z.object({ messageId: IdSchema }),
} as const;

export type EventName = keyof typeof domainEvents;
export type EventData<N extends EventName> = z.infer<(typeof domainEvents)[N]>;

/** Each subscriber has its own queue, so that an outage of one does not delay others. */
export const eventSubscribers: Record<EventName, readonly string[]> = {
  'user.deleted': ['orders', 'notify', 'content'],
  'email.verification-requested': ['notify'],
  'password.reset-requested': ['notify'],
  'account.changed': ['notify'],
  'user.whatsapp-declined': ['notify'],
  'order.status-changed': ['notify'],
  'order.pickup-code-replaced': ['notify'],
  'order.event-withdrawn': ['notify'],
  'consignment.milestone-applied': ['notify'],
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
