import * as z from 'zod/mini';
import { SOCIAL_PROVIDERS } from './auth.ts';
import { IdSchema, InstantSchema } from './common.ts';

/** Mails that report a change to an account. */
export const ACCOUNT_CHANGE_EMAIL_KINDS = ['email-changed', 'password-changed', 'provider-linked'] as const;

/** Mails about an account, for which auth keeps a token. */
const TOKEN_EMAIL_KINDS = ['password-reset', 'email-verification', ...ACCOUNT_CHANGE_EMAIL_KINDS] as const;

/** What a mail can be about: two kinds tell of a notification, the last one tells the administrator of a message. */
export const EMAIL_KINDS = [...TOKEN_EMAIL_KINDS, 'order-status', 'announcement', 'contact-message'] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** A mail on its way: waiting or being tried again, accepted by the mail server, dropped because nobody needs it any more, or given up. */
export const DELIVERY_STATES = ['pending', 'sent', 'dropped', 'failed'] as const;

/** One mail, as the administrator sees it. */
export const EmailDeliverySchema = z.object({
  id: z.uuid(),
  kind: z.enum(EMAIL_KINDS),
  recipient: z.nullable(z.string()),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  /** What people can quote, and what finds the mail's way in the logs. */
  requestId: z.nullable(z.string()),
  createdAt: InstantSchema,
  sentAt: z.nullable(InstantSchema),
});
export type EmailDelivery = z.infer<typeof EmailDeliverySchema>;

/**
 * What auth tells notify about the link of a mail when the mail is about to be sent. The token itself travels only
 * here: events and queues hold its id.
 */
const mailToken = {
  userId: IdSchema,
  email: z.string(),
  /** Empty for an address that is not verified: the name may be a text that an attacker chose. */
  firstName: z.string(),
  token: z.string(),
  expiresAt: InstantSchema,
};
export const MailTokenSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['password-reset', 'email-verification', 'email-changed', 'password-changed']),
    ...mailToken,
  }),
  z.object({ kind: z.literal('provider-linked'), provider: z.enum(SOCIAL_PROVIDERS), ...mailToken }),
]);
export type MailToken = z.infer<typeof MailTokenSchema>;

/**
 * What auth tells notify about somebody who wants mails about their parcels, when such a mail is about to be sent:
 * nothing about those who do not, or whose address is not verified.
 */
export const MailRecipientSchema = z.object({
  userId: IdSchema,
  email: z.string(),
  firstName: z.string(),
  /** Ends the mails without a sign-in. */
  unsubscribeToken: z.string(),
});
export type MailRecipient = z.infer<typeof MailRecipientSchema>;

/** Where auth says the administrator is written to, when such a mail is about to be sent. */
export const AdministratorAddressSchema = z.object({ email: z.string(), firstName: z.string() });
export type AdministratorAddress = z.infer<typeof AdministratorAddressSchema>;

/** A page of the ids of everybody who wants mails, ascending. */
export const MailRecipientIdsSchema = z.array(IdSchema);

/** Query of GET and POST /api/email/unsubscribe: mail programs know the address alone, so that it holds the token. */
export const UnsubscribeQuerySchema = z.object({ token: z._default(z.string().check(z.maxLength(200)), '') });
