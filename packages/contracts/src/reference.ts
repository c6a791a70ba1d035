/** In characters. */
export const REFERENCE_MIN = 4;
export const REFERENCE_MAX = 64;

const SEPARATORS = /[\s.\-\u2010-\u2015\u2212]+/gu;

/** No reference is longer with its separators. The time of normalization grows with the square of the marks in a text. */
const COMPARED_MAX = 250;

/**
 * The form in which references are compared: upper case, without white space, dots and hyphens. Two references with the
 * same key name the same order; an empty key, as that of an overlong text, names none.
 */
export function referenceKey(reference: string): string {
  if (reference.length > COMPARED_MAX) return '';
  return reference.normalize('NFKC').replace(SEPARATORS, '').toUpperCase();
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

/** Generates a random reference: "FC-" and eight characters, the last one a check character. */
export function generateReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
  const body = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return PREFIX + body + checkCharacter(body);
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

/** Shorter ones, without separators, can be enumerated. */
const GUESSABLE_BELOW = 8;

/** Whether a reference can be enumerated: it is short, or ends in a number and was not generated. */
export function isGuessable(reference: string): boolean {
  const key = referenceKey(reference);
  if (GENERATED_FORM.test(key) && !isMistyped(key)) return false;
  return key.length < GUESSABLE_BELOW || /\d\d$/.test(key);
}
