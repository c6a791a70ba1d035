import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';

/** What a mail can be about. */
export const EMAIL_KINDS = ['password-reset', 'email-verification'] as const;
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
  createdAt: InstantSchema,
  sentAt: z.nullable(InstantSchema),
});
export type EmailDelivery = z.infer<typeof EmailDeliverySchema>;

/**
 * What auth tells notify about the link of a mail when the mail is about to be sent. The token itself travels only
 * here: events and queues hold its id.
 */
export const MailTokenSchema = z.object({
  kind: z.enum(EMAIL_KINDS),
  userId: IdSchema,
  email: z.string(),
  firstName: z.string(),
  token: z.string(),
  expiresAt: InstantSchema,
});
export type MailToken = z.infer<typeof MailTokenSchema>;
