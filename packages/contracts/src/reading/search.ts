import { HAN_LABEL, LABEL, readPhone } from './phone.ts';
import { cleanText, plainText, searchForm } from './text.ts';

/** More words narrow a search no further. */
const MAX_WORDS = 8;
/** Digits of a phone number that find it. */
const LEAST_DIGITS = 4;
/** Characters that an index of trigrams needs. */
export const LEAST_INDEXED = 3;

const OF_A_NUMBER = /^[+\d.()\-\u2010-\u2015\u2212/]+$/;
/** "Tél : 70 12 34 56". */
const LABELS = new RegExp(
  `(^|\\s)(?:(?:(?:${LABEL})[.:/\\s]+)+|${HAN_LABEL}[:\\s]*)(?=[+(]*\\d(?:[\\s.()/-]*\\d){6})`,
  'g',
);
/** "70123456 76123456". What is between two numbers may be within one, too: "70/12/34/56". */
const SPACE_BETWEEN_NUMBERS = /(\d{7})\s+(?=\+?\d{7})/g;
/** Digits of a whole number. */
const WHOLE_DIGITS = 7;

const wordsOf = (text: string) =>
  searchForm(text)
    .split(/[\s,;]+/)
    .filter(Boolean);
const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/**
 * What a row has to contain to match a search, in the form of {@link searchForm}: all texts of one of the lists. The words
 * may be in any order, with either apostrophe and in the width of any keyboard, and digits in a row may be those of a phone
 * number, which is stored in the form of {@link phoneDigits}.
 */
export function searchTerms(search: string): string[][] {
  const plain = plainText(search);
  const typed = [...new Set([cleanText(search), plain])].map((text) => wordsOf(text).slice(0, MAX_WORDS));
  const spellings = /['\u2019]/.test(search)
    ? ["'", '\u2019'].flatMap((apostrophe) =>
        typed.map((words) => words.map((word) => word.replace(/['\u2019]/g, apostrophe))),
      )
    : typed;
  // Two numbers in pairs of digits are more words.
  const words = wordsOf(searchForm(plain).replace(LABELS, '$1')).slice(0, 2 * MAX_WORDS);
  const number = words.filter((word) => OF_A_NUMBER.test(word)).join(' ');
  if (digitsIn(number) < LEAST_DIGITS) return spellings;
  const others = words.filter((word) => !OF_A_NUMBER.test(word)).slice(0, MAX_WORDS);
  const parts = number.replace(SPACE_BETWEEN_NUMBERS, '$1/').split('/');
  const numbers = parts.every((part) => digitsIn(part) >= WHOLE_DIGITS) ? parts : [number];
  const byNumber = numbers.map((each) => [...others, searchedDigits(each.trim())]);
  // Pairs of digits, as numbers are spoken, would find whatever has these pairs somewhere, in no index.
  return typed.flat().some((word) => word.length >= LEAST_INDEXED) ? [...spellings, ...byNumber] : byNumber;
}

/**
 * A number with its code is read as a whole: it may be written by a former plan. A zero before a number without one is left
 * out where it is stored with its code.
 */
function searchedDigits(number: string): string {
  const hasCode = /^\(?(?:\+|00)/.test(number);
  const digits = (hasCode && readPhone(number)) || number;
  return phoneDigits(digits).replace(/^(?:00|0(?=\d{8}))/, '');
}

/** The digits of a phone number, as searches compare them. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '');
