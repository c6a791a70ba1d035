import * as z from 'zod/mini';
import { atMost, boundedText, IdSchema, InstantSchema, MessageSchema } from './common.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';

export const MAX_DEVICE_ORDERS = 20;

export const NOT_A_SUBSCRIPTION = "L'abonnement de ce navigateur n'est pas valable. Rechargez la page, puis réessayez.";

/** Bytes in URL-safe base64, with or without padding. */
const bytes = (count: number) =>
  z
    .string(NOT_A_SUBSCRIPTION)
    .check(
      atMost(200, NOT_A_SUBSCRIPTION),
      z.regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}=*$`), NOT_A_SUBSCRIPTION),
    );

/** Whether a URL has the form in which browsers send it. In another spelling it would count as another device. */
function isSerialized(text: string): boolean {
  try {
    return new URL(text).href === text;
  } catch {
    return false;
  }
}

/** The URL of a push service: the server knows which ones browsers have. */
const EndpointSchema = z
  .string(NOT_A_SUBSCRIPTION)
  .check(
    atMost(1000, NOT_A_SUBSCRIPTION),
    z.url({ protocol: /^https$/, error: NOT_A_SUBSCRIPTION }),
    z.refine(isSerialized, NOT_A_SUBSCRIPTION),
  );

/** The form of `PushSubscription.toJSON()`. */
const subscription = {
  endpoint: EndpointSchema,
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }, NOT_A_SUBSCRIPTION),
};

export const ReplacePushDeviceSchema = z.object({ ...subscription, formerEndpoint: EndpointSchema });
export type ReplacePushDevice = z.infer<typeof ReplacePushDeviceSchema>;

/** What a browser is to be told about. Without orders and account: nothing any more. */
export const SavePushDeviceSchema = z.object({
  ...subscription,
  references: z
    .array(boundedText(200))
    .check(
      z.maxLength(
        MAX_DEVICE_ORDERS,
        `Ce téléphone suit déjà ${MAX_DEVICE_ORDERS} colis. Désabonnez-en un, puis réessayez.`,
      ),
    ),
  account: z.boolean('Requête invalide'),
});
export type SavePushDevice = z.infer<typeof SavePushDeviceSchema>;

/** With the references that name no order, as they were sent: the browser forgets them. */
export const SavedPushDeviceSchema = z.extend(MessageSchema, { unknown: z.array(z.string()) });
export type SavedPushDevice = z.infer<typeof SavedPushDeviceSchema>;

export const PushDeviceSchema = z.object({
  id: IdSchema,
  userAgent: z.nullable(z.string()),
  createdAt: InstantSchema,
  isCurrent: z.boolean(),
});
export const PushDevicesSchema = z.array(PushDeviceSchema);
export type PushDevice = z.infer<typeof PushDeviceSchema>;

/** The public VAPID key of the installation, in URL-safe base64. */
export const PushKeySchema = z.object({ publicKey: z.string() });

export const PushSummarySchema = z.object({ devices: z.int() });

export const PushMessageSchema = z.object({
  title: z.string(),
  body: z.string(),
  path: z.string(),
  /** Replaces the message with the same one. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof PushMessageSchema>;

export const OrdersByReferenceSchema = z.object({
  references: z.array(boundedText(200)).check(z.maxLength(MAX_DEVICE_ORDERS)),
  /** The number of the person who wrote them, E.164: aliases find the orders of the account that has verified it. */
  phone: z.optional(boundedText(PHONE_MAX)),
});

/** The orders that exist, once each, and the references that name none, as they were given. */
export const FoundOrdersSchema = z.object({
  orders: z.array(
    z.object({
      orderId: IdSchema,
      reference: z.string(),
      written: z.optional(z.string()),
    }),
  ),
  unknown: z.array(z.string()),
  /** What the first of them may mean, when none was found. */
  suggestion: z._default(z.nullable(z.string()), null),
});
