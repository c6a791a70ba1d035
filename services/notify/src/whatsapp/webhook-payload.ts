import { createHmac, timingSafeEqual } from 'node:crypto';
import { atMost, boundedText, uuid } from '@fasocolis/contracts/common';
import { E164 } from '@fasocolis/contracts/reading/dialling-code';
import { READ_MAX } from '@fasocolis/contracts/reading/references-in-text';
import * as z from 'zod/mini';

/** What people write may be longer than anything that is understood: the rest is not read. */
const WordsSchema = z.string().check(
  z.overwrite((text) => text.slice(0, READ_MAX)),
  atMost(READ_MAX),
);

/** In seconds; WhatsApp sends a text. */
const TimestampSchema = z.pipe(
  z.union([z.number(), boundedText(20)]),
  z.pipe(
    z.transform((time: number | string) => Number(time)),
    z.number(),
  ),
);

const CaptionedSchema = z.object({ caption: z.optional(WordsSchema) });
const TitleSchema = z.object({ title: WordsSchema });

/** Only what is used; what has another form is ignored, as new kinds of messages appear without notice. */
const MessageSchema = z.object({
  id: boundedText(200),
  /** Digits of the number. Absent for people who show a username instead: they cannot be told of parcels. */
  from: z.string().check(
    atMost(20),
    z.refine((digits) => E164.test(`+${digits}`)),
  ),
  timestamp: TimestampSchema,
  type: z.optional(boundedText(50)),
  text: z.optional(z.object({ body: WordsSchema })),
  button: z.optional(z.object({ text: WordsSchema })),
  interactive: z.optional(z.object({ button_reply: z.optional(TitleSchema), list_reply: z.optional(TitleSchema) })),
  image: z.optional(CaptionedSchema),
  video: z.optional(CaptionedSchema),
  document: z.optional(CaptionedSchema),
});

/** What needs no reply: a thumbs-up, a sticker, a change of number or of a message, and what WhatsApp itself cannot show. */
const IGNORED_TYPES = new Set([
  'reaction',
  'sticker',
  'system',
  'edit',
  'revoke',
  'unsupported',
  'ephemeral',
  'unknown',
]);

/** What a message says, in text, captions and titles of buttons; null for one that needs no reply. */
export function wordsOf({ type = 'text', text, button, interactive, ...media }: ReceivedMessage): string | null {
  if (IGNORED_TYPES.has(type)) return null;
  const title = (interactive?.button_reply ?? interactive?.list_reply)?.title;
  const caption = (media.image ?? media.video ?? media.document)?.caption;
  return text?.body ?? button?.text ?? title ?? caption ?? '';
}

const StatusSchema = z.object({
  id: boundedText(200),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: TimestampSchema,
  biz_opaque_callback_data: z.optional(uuid()),
  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(WordsSchema) }))),
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

export function isSigned(body: Buffer, header: unknown, appSecret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`);
  const sent = Buffer.from(typeof header === 'string' ? header : '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
