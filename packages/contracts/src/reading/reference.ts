import { cleanText, composed, withLatinDigits, withoutListMarks, withoutSeparators } from './text.ts';

/** In characters. */
export const REFERENCE_MIN = 4;
export const REFERENCE_MAX = 64;

/** No reference is longer with its separators. */
const COMPARED_MAX = 250;

/** What a Chinese keyboard makes of the letters, digits and signs of ASCII, and digits in bold and the like. */
const FULL_WIDTH = /[\uff01-\uff5e\u{1d7ce}-\u{1d7ff}]/gu;

/** A reference as it is stored: visible characters of usual width, with a keyboard's digits and apostrophe. */
export const cleanReference = (text: string): string =>
  withLatinDigits(cleanText(withoutListMarks(text).replace(/\p{Default_Ignorable_Code_Point}/gu, '')))
    .replace(FULL_WIDTH, (character) => composed(character, 'NFKC'))
    .replace(/[\u2018\u2019]/g, "'");

/**
 * The form in which references are compared: upper case, without white space, dots and hyphens, and without anything
 * invisible. Two references with the same key name the same order; an empty key, as that of an overlong text, names none.
 */
export function referenceKey(reference: string): string {
  if (reference.length > COMPARED_MAX) return '';
  // The capital ß differs from the upper case of the small one. Some letters have no composed form in upper case.
  return composed(withoutSeparators(cleanReference(reference)).toLowerCase().toUpperCase(), 'NFKC');
}

/**
 * Neither a letter, a digit nor one of the signs that survive a link, a label, a scanner and a search field. The router of
 * the site decodes "%" twice; brackets, quotes, commas and the like end a reference within a text.
 */
const UNREADABLE = /[^\p{L}\p{M}\p{N}\s.\-\u2010-\u2015\u2212/_#&+()*']/u;

/** The first character of a reference that cannot be read again everywhere; undefined without one. */
export function unreadableCharacter(reference: string): string | undefined {
  return Array.from(reference).find((character) => UNREADABLE.test(composed(character, 'NFKC')));
}

/** The path of a parcel's short link. Chat apps end a link before brackets, quotes and stars, unless they are encoded. */
export const shortLinkPath = (reference: string): string =>
  `/c/${encodeURIComponent(reference).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** What the Code 128 of a label says: the reference, and the piece if it has one. */
export const pieceCode = (reference: string, piece?: number): string =>
  piece === undefined ? reference : `${reference}/${piece}`;

/** A reference and a piece, in the form of `pieceCode`; a reference may have that form as well. */
const PIECE_CODE = /^(.+)\/([1-9]\d{0,3})$/;

/** The reference and the piece that a text with the form of `pieceCode` names; undefined for another text. */
export function pieceInCode(text: string): { reference: string; piece: number } | undefined {
  const [, reference, piece] = PIECE_CODE.exec(text) ?? [];
  return reference === undefined ? undefined : { reference, piece: Number(piece) };
}

/** Unambiguous on a printed label: no 0/O, no 1/I. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const PREFIX = 'FC-';
const RANDOM_LENGTH = 7;

/**
 * Luhn mod N over the alphabet: detects every single wrong character and most transpositions.
 * https://en.wikipedia.org/wiki/Luhn_mod_N_algorithm
 */
function checkCharacter(body: string): string {
  const base = ALPHABET.length;
  let sum = 0;
  for (const [index, character] of body.split('').reverse().entries()) {
    const product = ALPHABET.indexOf(character) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(product / base) + (product % base);
  }
  return ALPHABET.charAt((base - (sum % base)) % base);
}

/** Generates a random reference: "FC-" and eight characters, not all of them digits, the last one a check character. */
export function generateReference(): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
    const body = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    const reference = PREFIX + body + checkCharacter(body);
    if (isGenerated(reference)) return reference;
  }
}

/** The generated form, also with the four unused characters, but not dates such as FC-2026.07.01. */
const GENERATED_FORM = /^FC(?=\d*[A-Z])[0-9A-Z]{8}$/;

/** Whether a reference has the generated form but a wrong check character. */
export function isMistyped(reference: string): boolean {
  const key = referenceKey(reference);
  if (!GENERATED_FORM.test(key)) return false;
  const body = key.slice(2, -1);
  const usesAlphabet = body.split('').every((character) => ALPHABET.includes(character));
  return !usesAlphabet || checkCharacter(body) !== key.slice(-1);
}

/** A generated reference within a text, in the spelling of its label. */
const GENERATED = /FC-?[2-9A-HJ-NP-Z]{8}/gi;
const NO_HYPHEN = /(FC)[_/](?=[2-9A-HJ-NP-Z]{8})/gi;
/** A text with the hyphen of generated references, in place of which people type other signs. */
export const withHyphens = (text: string): string => text.replace(NO_HYPHEN, '$1-');

/** The generated references of a text, also without a space beside them, and with another sign in place of the hyphen. */
export const generatedIn = (text: string): string[] => (withHyphens(text).match(GENERATED) ?? []).filter(isGenerated);

/** Whether a reference was generated, as its check character says. */
export const isGenerated = (reference: string): boolean =>
  GENERATED_FORM.test(referenceKey(reference)) && !isMistyped(reference);

/** Shorter ones, without separators, can be enumerated. */
const GUESSABLE_BELOW = 8;

/** Whether a reference can be enumerated: it is short, or ends in a number and was not generated. */
export function isGuessable(reference: string): boolean {
  const key = referenceKey(reference);
  if (isGenerated(key)) return false;
  return key.length < GUESSABLE_BELOW || /\d\d$/.test(key);
}
