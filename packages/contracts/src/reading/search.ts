import { readPhone } from './phone.ts';
import { cleanText, searchForm } from './text.ts';

/** More words narrow a search no further. */
const MAX_WORDS = 8;
/** Digits of a phone number that find it. */
const LEAST_DIGITS = 4;
/** Characters that an index of trigrams needs. */
export const LEAST_INDEXED = 3;

const OF_A_NUMBER = /^[+\d.()\-\u2010-\u2015\u2212/]+$/;

/**
 * What a row has to contain to match a search, in the form of {@link searchForm}: all texts of one of the lists. The words
 * may be in any order, with either apostrophe, and digits in a row may be those of a phone number, which is stored in the
 * form of {@link phoneDigits}.
 */
export function searchTerms(search: string): string[][] {
  const words = searchForm(cleanText(search))
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS);
  const spellings = /['\u2019]/.test(search)
    ? ["'", '\u2019'].map((apostrophe) => words.map((word) => word.replace(/['\u2019]/g, apostrophe)))
    : [words];
  const number = words.filter((word) => OF_A_NUMBER.test(word)).join(' ');
  if (number.replace(/\D/g, '').length < LEAST_DIGITS) return spellings;
  const byNumber = [...words.filter((word) => !OF_A_NUMBER.test(word)), searchedDigits(number)];
  // Pairs of digits, as numbers are spoken, would find whatever has these pairs somewhere, in no index.
  return words.some((word) => word.length >= LEAST_INDEXED) ? [...spellings, byNumber] : [byNumber];
}

/** A number with its code is read as a whole: it may be written by a former plan. */
function searchedDigits(number: string): string {
  const hasCode = /^\(?(?:\+|00)/.test(number);
  const digits = (hasCode && readPhone(number)) || number;
  return phoneDigits(digits).replace(/^00/, '');
}

/** The digits of a phone number, as searches compare them. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '');
