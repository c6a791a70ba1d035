import * as z from 'zod/mini';
import { PersonSchema } from './auth.ts';
import { boundedText } from './common.ts';
import { plainText } from './reading/text.ts';
import { sixDigits } from './two-factor.ts';

const SIGN_IN_WORD = 'CONNEXION';

export const SIGN_IN_TAG_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const SIGN_IN_TAG_LENGTH = 6;

/** The message that a browser's user sends to the forwarder. */
export const signInText = (tag: string): string => `${SIGN_IN_WORD} ${tag}`;

const TAG = `[${SIGN_IN_TAG_ALPHABET}]{${SIGN_IN_TAG_LENGTH}}`;
/** The word alone, or with its tag and perhaps others, such as a greeting or the signature of a phone. */
const SIGN_IN = new RegExp(`(?:^|\\W)${SIGN_IN_WORD}[\\s:.-]+(${TAG})(?!\\w)|^\\W*${SIGN_IN_WORD}\\W*$`, 'i');

/** The tag of a message that asks for a code; empty when it has none, null for another message. */
export function signInTag(text: string): string | null {
  const found = SIGN_IN.exec(plainText(text));
  return found && (found[1] ?? '').toUpperCase();
}

/** How long a browser may wait for its code, in seconds. */
export const PHONE_CODE_SECONDS = 600;
export const PHONE_CODE_TRIES = 5;

export const PhoneSignInSchema = z.object({ text: z.string() });

/** The code in the message that it came in: on a phone, a message of WhatsApp is copied as a whole. */
const codeIn = (text: string) => {
  const [code = text, ...others] = new Set(text.match(/\b\d{6}\b/g));
  return others.length > 0 ? text : code;
};

export const PhoneCodeSchema = z.object({
  code: sixDigits('Saisissez le code à 6 chiffres reçu par WhatsApp', codeIn),
  firstName: z.optional(PersonSchema.shape.firstName),
  lastName: z.optional(PersonSchema.shape.lastName),
});
export type PhoneCode = z.input<typeof PhoneCodeSchema>;

/** The number has no account yet: names are to be sent with the same code. */
export const NamesNeededSchema = z.object({ namesNeeded: z.literal(true) });

export const PhoneCodeRequestSchema = z.object({
  phone: boundedText(20),
  tag: boundedText(SIGN_IN_TAG_LENGTH),
  /** In milliseconds. */
  sentAt: z.int(),
});

/** Null when no browser waits for it; the number is over its limit when `isRefused`. */
export const IssuedPhoneCodeSchema = z.object({
  code: z.nullable(z.string()),
  isRefused: z.optional(z.boolean()),
});
