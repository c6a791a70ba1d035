import * as z from 'zod/mini';
import { SOCIAL_PROVIDERS } from './auth.ts';
import { boundedText, IdSchema, InstantSchema, MAX_ID } from './common.ts';

export const ACCOUNT_CHANGE_EMAIL_KINDS = [
  'email-changed',
  'password-changed',
  'provider-linked',
  'second-factor-enabled',
  'second-factor-disabled',
  'second-factor-guessed',
  'recovery-codes-renewed',
  'agent-invitation',
  'phone-changed',
] as const;

/** Emails for which auth keeps a token. */
const TOKEN_EMAIL_KINDS = ['password-reset', 'email-verification', ...ACCOUNT_CHANGE_EMAIL_KINDS] as const;

export const EMAIL_KINDS = [
  ...TOKEN_EMAIL_KINDS,
  'account-deleted',
  'order-status',
  'announcement',
  'contact-message',
  'silent-orders',
  'whatsapp-reply',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** The ways in which the product tells people something besides its own site. */
export const DELIVERY_CHANNELS = ['email', 'push', 'whatsapp'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/**
 * Pending (waiting or being retried), accepted by the server of the channel, dropped because it is no longer needed, or failed.
 */
export const DELIVERY_STATES = ['pending', 'sent', 'dropped', 'failed'] as const;

/** Why auth names no address for a customer. */
const EMAIL_REFUSALS = ['no-address', 'unverified-address', 'opted-out'] as const;

/** Why a message was dropped. */
export const DROP_REASONS = [
  ...EMAIL_REFUSALS,
  /** What it was about was taken back. */
  'cancelled',
  /** The person wants no messages over WhatsApp. */
  'stopped',
  /** Staff told the person meanwhile. */
  'told',
  /** WhatsApp allows no free text any more, and there is no approved template. */
  'no-template',
  /** The phone is no longer subscribed. */
  'device-gone',
  'not-needed',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export const EmailDeliverySchema = z.object({
  id: z.uuid(),
  channel: z.enum(DELIVERY_CHANNELS),
  kind: z.enum(EMAIL_KINDS),
  recipient: z.nullable(z.string()),
  /** The customer whom it is for. */
  userId: z.nullable(IdSchema),
  /** The parcels that it is about, as far as they are known. */
  references: z.array(z.string()),
  state: z.enum(DELIVERY_STATES),
  /** Of dropped ones, since reasons are recorded. */
  dropReason: z.nullable(z.enum(DROP_REASONS)),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  /** Users can quote it; it finds the email in the logs. */
  requestId: z.nullable(z.string()),
  createdAt: InstantSchema,
  sentAt: z.nullable(InstantSchema),
});
export type EmailDelivery = z.infer<typeof EmailDeliverySchema>;

export const RetriedSchema = z.object({ retried: z.int() });

/**
 * Data of an email with a link, requested when it is about to be sent. The token travels only here: events and queues
 * hold its id.
 */
const emailToken = {
  userId: IdSchema,
  email: z.string(),
  /** Empty for an unverified address: an attacker may have chosen the name. */
  firstName: z.string(),
  /** In invitations, because the product chose it. */
  username: z.optional(z.string()),
  token: z.string(),
  expiresAt: InstantSchema,
};
export const EmailTokenSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'password-reset',
      'email-verification',
      'email-changed',
      'password-changed',
      'second-factor-enabled',
      'second-factor-disabled',
      'second-factor-guessed',
      'recovery-codes-renewed',
      'agent-invitation',
      'phone-changed',
    ]),
    ...emailToken,
  }),
  z.object({ kind: z.literal('provider-linked'), provider: z.enum(SOCIAL_PROVIDERS), ...emailToken }),
]);
export type EmailToken = z.infer<typeof EmailTokenSchema>;

/** A customer who wants order emails and has a verified address, requested when one is about to be sent. */
export const EmailRecipientSchema = z.object({
  userId: IdSchema,
  email: z.string(),
  firstName: z.string(),
  /** For unsubscribing without signing in. */
  unsubscribeToken: z.string(),
  /** Of staff, who get no pick-up codes. Absent otherwise. */
  isStaff: z.optional(z.boolean()),
});
export type EmailRecipient = z.infer<typeof EmailRecipientSchema>;

/** A customer who gets no emails about orders, with the reason. */
export const EmailRefusalSchema = z.object({ userId: IdSchema, refusal: z.enum(EMAIL_REFUSALS) });
export type EmailRefusal = z.infer<typeof EmailRefusalSchema>;

/** The administrator's address for notices. */
export const AdministratorAddressSchema = z.object({ email: z.string(), firstName: z.string() });
export type AdministratorAddress = z.infer<typeof AdministratorAddressSchema>;

/** Ascending. */
export const EmailRecipientIdsSchema = z.array(IdSchema);

/** In the query, because mail clients support nothing else. */
export const UnsubscribeQuerySchema = z.object({ token: z._default(boundedText(200), '') });

/** A whole number in a query. */
const wholeNumber = (least: number, most: number) =>
  z.pipe(boundedText(20), z.pipe(z.transform(Number), z.int().check(z.gte(least), z.lte(most))));

export const PageOfIdsSchema = z.object({
  after: z._default(wholeNumber(0, MAX_ID), 0),
  limit: z._default(wholeNumber(1, 1000), 1000),
});
