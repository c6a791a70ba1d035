import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

/** Only what is used; what has another form is ignored, as new kinds of messages appear without notice. */
const MessageSchema = z.object({
  id: z.string().check(z.maxLength(200)),
  /** Digits of the number. Absent for people who show a username instead: they cannot be told of parcels. */
  from: z.string().check(z.regex(/^[1-9]\d{6,14}$/)),
  /** In seconds. */
  timestamp: z.coerce.number(),
  text: z.optional(z.object({ body: z.string() })),
  /** A tap on a button of a template. */
  button: z.optional(z.object({ text: z.string() })),
});

const StatusSchema = z.object({
  id: z.string().check(z.maxLength(200)),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: z.coerce.number(),
  /** The id of our delivery. */
  biz_opaque_callback_data: z.optional(z.uuid()),
  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(z.string()) }))),
});

const PayloadSchema = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({ messages: z.optional(z.array(z.unknown())), statuses: z.optional(z.array(z.unknown())) }),
        }),
      ),
    }),
  ),
});

export type ReceivedMessage = z.infer<typeof MessageSchema>;
export type ReceivedStatus = z.infer<typeof StatusSchema>;

export function readPayload(body: unknown): { messages: ReceivedMessage[]; statuses: ReceivedStatus[] } {
  const payload = PayloadSchema.safeParse(body);
  const values = payload.data?.entry.flatMap(({ changes }) => changes.map(({ value }) => value)) ?? [];
  return {
    messages: values.flatMap(({ messages = [] }) =>
      messages.flatMap((each) => MessageSchema.safeParse(each).data ?? []),
    ),
    statuses: values.flatMap(({ statuses = [] }) =>
      statuses.flatMap((each) => StatusSchema.safeParse(each).data ?? []),
    ),
  };
}

/** Whether the header X-Hub-Signature-256 is that of the body. */
export function isSigned(body: Buffer, header: unknown, appSecret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
  const sent = Buffer.from(typeof header === 'string' ? header : '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
