/** In characters. A link to a chat may have a message behind its number. */
export const PHONE_MAX = 200;

/** A number in the form E.164. https://en.wikipedia.org/wiki/E.164 */
export const E164 = /^\+[1-9]\d{6,14}$/;

/** In the order in which they are offered. */
export const DIALLING_CODES = [
  ['+226', 'Burkina Faso'],
  ['+225', "Côte d'Ivoire"],
  ['+233', 'Ghana'],
  ['+234', 'Nigeria'],
  ['+221', 'Sénégal'],
  ['+223', 'Mali'],
  ['+227', 'Niger'],
  ['+228', 'Togo'],
  ['+229', 'Bénin'],
  ['+213', 'Algérie'],
  ['+237', 'Cameroun'],
  ['+242', 'Congo'],
  ['+243', 'RD Congo'],
  ['+235', 'Tchad'],
  ['+212', 'Maroc'],
  ['+216', 'Tunisie'],
  ['+20', 'Égypte'],
  ['+27', 'Afrique du Sud'],
  ['+33', 'France'],
  ['+86', 'Chine'],
  ['+1', 'États-Unis/Canada'],
  ['+44', 'Royaume-Uni'],
  ['+49', 'Allemagne'],
] as const;

export type DiallingCode = (typeof DIALLING_CODES)[number][0];
export const DEFAULT_DIALLING_CODE: DiallingCode = '+226';

/** A number as stored: code, space, number. One with a leading + stays as typed; empty means none. */
export function withDiallingCode(number: string, code: DiallingCode): string {
  const typed = number.trim();
  return typed === '' || typed.startsWith('+') ? typed : `${code} ${typed}`;
}

/** The longest known code at the start of a number. */
export const diallingCodeOf = (number: string): DiallingCode | undefined =>
  DIALLING_CODES.map(([each]) => each)
    .filter((each) => number.startsWith(each))
    .sort((a, b) => b.length - a.length)[0];

/** Replaces the longest known code at the start of a number. */
export function replaceDiallingCode(number: string, code: DiallingCode): string {
  const typed = number.trim();
  if (typed === '') return '';
  const known = diallingCodeOf(typed);
  return `${code} ${(known === undefined ? typed : typed.slice(known.length)).trim()}`;
}

/** Groups of the digits after the code. In pairs but for these lengths: "6 12 34 56 78", "138 1234 5678". */
const GROUPS: Record<number, RegExp> = { 9: /^\d|\d\d/g, 11: /^\d{3}|\d{4}/g };
const NORTH_AMERICA = /^\d{3}(?=\d{7}$)|\d{3}(?=\d{4}$)|\d{4}$/g;

/** A number in the form E.164 for readers: "+226 70 12 34 56". One of a country that is not offered stays as it is. */
export function spacedPhone(e164: string): string {
  const code = diallingCodeOf(e164);
  if (!code) return e164;
  const national = e164.slice(code.length);
  const groups = code === '+1' ? NORTH_AMERICA : (GROUPS[national.length] ?? /\d\d?/g);
  return [code, ...(national.match(groups) ?? [])].join(' ');
}
