import * as z from 'zod/mini';
import { IdSchema, InstantSchema } from './common.ts';
import { EMAIL_REFUSALS, TOKEN_EMAIL_KINDS } from './email.ts';

export const DELIVERY_KINDS = [
  ...TOKEN_EMAIL_KINDS,
  'account-deleted',
  'order-status',
  'announcement',
  'contact-message',
  'silent-orders',
  'whatsapp-reply',
] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

export const DELIVERY_CHANNELS = ['email', 'push', 'whatsapp'] as const;
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number];

/**
 * Pending (waiting or being retried), accepted by the server of the channel, dropped because it is no longer needed, or failed.
 */
export const DELIVERY_STATES = ['pending', 'sent', 'dropped', 'failed'] as const;

export const DROP_REASONS = [
  ...EMAIL_REFUSALS,
  'cancelled',
  'stopped',
  'told',
  /** WhatsApp allows no free text any more, and there is no approved template. */
  'no-template',
  'device-gone',
  'not-needed',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export const DeliverySchema = z.object({
  id: z.uuid(),
  channel: z.enum(DELIVERY_CHANNELS),
  kind: z.enum(DELIVERY_KINDS),
  recipient: z.nullable(z.string()),
  userId: z.nullable(IdSchema),
  references: z.array(z.string()),
  state: z.enum(DELIVERY_STATES),
  dropReason: z.nullable(z.enum(DROP_REASONS)),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  createdAt: InstantSchema,
  sentAt: z.nullable(InstantSchema),
});
export type Delivery = z.infer<typeof DeliverySchema>;

export const RetriedSchema = z.object({ retried: z.int() });
