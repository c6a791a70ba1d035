import { readCode } from './code.ts';
import { referenceKey } from './reference.ts';
import { referencesIn } from './references-in-text.ts';

/** Letters of the courier, digits, and a country or a piece, as in "YT7512345678901", "EA123456789CN" and "1Z999AA10123456784". */
const FORM = /^[A-Z]{0,5}\d(?:[A-Z\d]*\d)?[A-Z]{0,3}$/;
/** Shorter ones are phone numbers, weights and amounts. */
const LEAST_CHARACTERS = 9;
const LEAST_DIGITS = 6;

/** A Chinese mobile number. Messages of shops have the courier's beside the number of the parcel. */
const CHINESE_MOBILE = /^(?:\+?86)?1[3-9]\d{9}$/;

/** One number that is written in groups of digits, with spaces or hyphens between them. */
const IN_GROUPS = /^[A-Z]{0,5}\d{4,10}(?:[ -]\d{4,6})+$/i;

const NO_NUMBER =
  'Ce n’est pas un numéro de transporteur. Il a au moins 9 lettres et chiffres, par exemple YT7512345678901.';
const SEVERAL = 'Plusieurs numéros sur une ligne\u00a0: écrivez-les l’un sous l’autre.';
const OWN_CODE = 'C’est un numéro de suivi de chez nous. Écrivez celui du transporteur chinois.';

/** Whether a reference has the form of a courier number. */
export function isCourierNumber(text: string): boolean {
  const key = referenceKey(text);
  return key.length >= LEAST_CHARACTERS && FORM.test(key) && key.replace(/\D/g, '').length >= LEAST_DIGITS;
}

/** Whether a scanned text is a courier number as its bar code has it, without separators. References of an office often have some. */
export const isCourierCode = (text: string): boolean => /^[A-Z\d]+$/i.test(text) && isCourierNumber(text);

/** The number of a courier in a line that people paste, alone or among words, or why there is none. */
export function readCourierNumber(line: string): { number: string } | { problem: string } {
  // Messages of Chinese shops have no space around a number.
  const text = line.replace(/\p{Script=Han}+/gu, ' ');
  const reading = readCode(text);
  const whole = 'reference' in reading ? reading.reference : '';
  if ('reference' in reading && reading.isOwn) return { problem: OWN_CODE };
  const words = [whole, ...referencesIn(text)].filter((each) => !each.includes(' ') && isCourierNumber(each));
  const found = [...new Map(words.map((word) => [referenceKey(word), word])).values()];
  const [number, ...others] = found.length > 1 ? found.filter((each) => !CHINESE_MOBILE.test(each)) : found;
  if (IN_GROUPS.test(whole) && isCourierNumber(whole)) return { number: whole };
  if (others.length > 0) return { problem: SEVERAL };
  if (number !== undefined) return { number };
  return isCourierNumber(whole) ? { number: whole } : { problem: NO_NUMBER };
}
