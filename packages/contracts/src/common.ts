import * as z from 'zod/mini';
import { cleanLines, cleanText } from './reading/text.ts';

/** The largest value of PostgreSQL's `integer`. */
export const MAX_ID = 2_147_483_647;

/** The French message for a text that is too long. */
export const tooLong = (max: number) => `Ce champ ne doit pas dépasser ${max} caractères`;

/**
 * Refuses a longer text before any other rule sees it: a pattern over a text of megabytes would stop the process. Every
 * text of a request has one, as its first rule; a route without it cannot be registered.
 * @param max in UTF-16 code units
 */
export const atMost = (max: number, message: string = tooLong(max)) =>
  z.maxLength(max, { error: message, abort: true });

/** A text that is limited by its length alone. */
export const boundedText = (max: number, message?: string) => z.string(message).check(atMost(max, message));

/** Longer than any reference, code, key, token or hash. */
const NAME_MAX = 200;

const shortened = (nothing: string) => z.overwrite<string>((text) => (text.length > NAME_MAX ? nothing : text));

/** A name in a path. A longer one becomes empty, which names nothing: the response is 404 as for any unknown name. */
export const PathNameSchema = z.string().check(shortened(''), atMost(NAME_MAX));

/** As many characters as references are looked for in: those of a long message. */
const PATH_TEXT_MAX = 4096;

/** A text in a path, in which a reference is looked for. The rest of a longer one is not read. */
export const PathTextSchema = z.string().check(
  z.overwrite((text) => text.slice(0, PATH_TEXT_MAX)),
  atMost(PATH_TEXT_MAX),
);

const NOT_AN_INTEGER = "L'identifiant doit être un nombre entier";

/**
 * A numeric id in a path. Other text is rejected (400); an integer outside the column's range, and what is too long to be
 * one, becomes 0, which responds with 404 instead of failing in the database.
 */
export const PathIdSchema = z.pipe(
  z.string().check(shortened('0'), atMost(NAME_MAX), z.regex(/^-?\d+$/, NOT_AN_INTEGER)),
  z.transform((text: string) => {
    const id = Number(text);
    return id >= 1 && id <= MAX_ID ? id : 0;
  }),
);

export const IdSchema = z.int();

/** ISO 8601 in UTC with Z. */
export const InstantSchema = z.iso.datetime();

/** YYYY-MM-DD. */
export const DaySchema = z.iso.date();

/** An instant in a request. */
export const instant = (message?: string) => z.string(message).check(atMost(40, message), z.iso.datetime(message));

/** A day in a request. */
export const day = (message?: string) => z.string(message).check(atMost(10, message), z.iso.date(message));

/** A UUID in a request. */
export const uuid = (message?: string) => z.string(message).check(atMost(36, message), z.uuid(message));

export const MessageSchema = z.object({ message: z.string() });
export type Message = z.infer<typeof MessageSchema>;

/** Texts of at least this length may have several lines. */
const LINES_FROM = 500;

/** Trims a text of at most `max` characters and removes invisible characters (READ-001). It runs after the check of `atMost`. */
export const cleaned = (max = 0) => z.overwrite<string>(max < LINES_FROM ? cleanText : cleanLines);

/** Stands for what another program could not read; a text of one line that has it lost a letter. */
const LOST = '\ufffd';
const readable = (max: number) =>
  z.refine<string>(
    (text) => max >= LINES_FROM || !text.includes(LOST),
    'Ce champ contient un caractère illisible\u00a0: \ufffd',
  );

/** URLs, control characters and bidirectional overrides, which make a name look like other text. */
const UNSAFE_IN_NAMES = /:\/\/|\bwww\.|\.\p{L}{2,}\/|[\p{Cc}\u202d\u202e]/iu;

/** Whether a text may be used as a person's name, before it is cleaned. */
export const isSafeName = (text: string): boolean => !UNSAFE_IN_NAMES.test(text);

/** A required text: cleaned, then `min` to `max` characters long. */
export const requiredText = ({ min = 1, max = 200, message }: { min?: number; max?: number; message: string }) =>
  z.string(message).check(z.trim(), atMost(max), cleaned(max), readable(max), z.minLength(min, message));

/** An optional text: absent stays absent (unchanged on PATCH), blank becomes null. */
export const optionalText = (max: number) =>
  z.optional(
    z.pipe(
      z.nullable(z.string('Requête invalide').check(z.trim(), atMost(max), cleaned(max), readable(max))),
      z.transform((value: string | null) => value || null),
    ),
  );
