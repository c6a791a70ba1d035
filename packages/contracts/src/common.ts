import * as z from 'zod/mini';

/** Largest id PostgreSQL's `integer` can hold. */
export const MAX_ID = 2_147_483_647;

/**
 * A numeric id in a path. Text that is no integer is refused (400); an integer that no row can have
 * becomes 0, so that the look-up itself answers 404 instead of the database overflowing.
 */
export const PathIdSchema = z.pipe(
  z.string().check(z.regex(/^-?\d+$/, "L'identifiant doit être un nombre entier")),
  z.transform((text: string) => {
    const id = Number(text);
    return id >= 1 && id <= MAX_ID ? id : 0;
  }),
);

/** An id as services answer it. */
export const IdSchema = z.int();

/** An instant: ISO 8601 in UTC with Z. */
export const InstantSchema = z.iso.datetime();

/** A calendar day: YYYY-MM-DD. */
export const DaySchema = z.iso.date();

/** Answer of calls that succeed without a resource to show. */
export const MessageSchema = z.object({ message: z.string() });
export type Message = z.infer<typeof MessageSchema>;

/** French sentence for a text that is too long. */
export const tooLong = (max: number) => `Ce champ ne doit pas dépasser ${max} caractères`;

/** Neither U+0000 nor half a character can be stored: refused with a sentence instead of failing at the database. */
export const noNulCharacter = z.refine<string>(
  (value) => !value.includes('\u0000') && !/\p{Cs}/u.test(value),
  'Ce champ contient un caractère non autorisé',
);

/** URLs, control characters and bidirectional overrides, with which a name could pose as another text. */
const UNSAFE_IN_NAMES =
  /:\/\/|\bwww\.|\.\p{L}{2,}\/|[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/iu;

/** Whether a text may stand where people expect a person's name. */
export const isSafeName = (text: string): boolean => !UNSAFE_IN_NAMES.test(text);

/** A text people must fill in: trimmed first, then at least `min` and at most `max` characters long. */
export const requiredText = ({ min = 1, max = 200, message }: { min?: number; max?: number; message: string }) =>
  z.string(message).check(z.trim(), z.minLength(min, message), z.maxLength(max, tooLong(max)), noNulCharacter);

/** A text people may leave out: absent stays absent (unchanged on PATCH), blank becomes null. */
export const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(z.string('Requête invalide').check(z.trim(), z.maxLength(max, tooLong(max)), noNulCharacter)),
      z.transform((value: string | null) => value || null),
    ),
  );
