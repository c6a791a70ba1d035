/** A line end of any system, and what separates lines and paragraphs in Unicode. */
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;

/** Texts copied from WhatsApp, Excel and web pages contain them. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]+/gu;
const INVISIBLE_IN_LINES = /(?:(?!\n)[\p{Cf}\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}])+/gu;

/**
 * Normalization sorts the marks after a letter, in a time that grows with the square of their number. No language has 30
 * of them (https://unicode.org/reports/tr15/#Stream_Safe_Text_Format).
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** A text in one spelling: NFC, or NFKC for comparison, in linear time. */
export const composed = (text: string, form: 'NFC' | 'NFKC' | 'NFD' = 'NFC'): string =>
  text.replace(EXCESS_MARKS, '$1').normalize(form);

/** Hyphens that do not break, dashes of word processors, and the sign of a negative number. */
const DASH = /[\u2010-\u2015\u2212]/g;

/** A reference or code without the white space, dots and hyphens that people put between its characters. */
export const withoutSeparators = (text: string): string =>
  composed(text, 'NFKC')
    .replace(DASH, '-')
    .replace(/[\s.-]+/g, '');

/** A text of one line without anything invisible: tabs and line ends are spaces in it. */
export const cleanText = (text: string): string =>
  composed(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(INVISIBLE, '')).trim();

/** Digits of Arabic, Persian and N'Ko keyboards, and what makes an emoji of a digit. */
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9]/g;
const KEYCAP = /[\ufe0f\u20e3]/g;

/** A text with the digits of a Latin keyboard for those of others. */
export const withLatinDigits = (text: string): string =>
  text.replace(OTHER_DIGIT, (digit) => String(digit.charCodeAt(0) % 16));

/** Numbers in circles and on keys in a row: "①", "❶", "1️⃣", "7️⃣0️⃣1️⃣2️⃣". */
const MARKED_NUMBERS = /[\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]+|(?:\d\ufe0f?\u20e3)+/g;
/** Two keycap digits of three characters each: lists have up to 99 items. */
const LIST_KEYS_MAX = 6;

/**
 * A text without the numbers of a list, which would become digits of the references after them. Several circled numbers in a
 * row are digits, and so are keycap digits after a letter or more than two in a row.
 */
export const withoutListMarks = (text: string): string =>
  text.replace(MARKED_NUMBERS, (marks, offset: number) => {
    const isOfList = /\d/.test(marks)
      ? marks.length <= LIST_KEYS_MAX && !/[\p{L}\p{N}]/u.test(text.charAt(offset - 1))
      : marks.length === 1;
    return isOfList ? ' ' : plainText(marks);
  });

/** A number, an amount or a day on one line, with the digits and signs of a keyboard. */
export const plainText = (text: string): string =>
  withLatinDigits(composed(cleanText(text), 'NFKC'))
    .replace(KEYCAP, '')
    .replace(DASH, '-');

/** A text that may have several lines, without anything invisible; tabs are spaces in it. */
export const cleanLines = (text: string): string =>
  composed(text.replace(LINE_ENDS, '\n').replace(/\t/g, ' ').replace(INVISIBLE_IN_LINES, '')).trim();

/** The form that searches compare: lower case, without accents. */
export const searchForm = (text: string): string => composed(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text without accents, signs and case, joined by a sign: for addresses and headings. */
export const joinedWords = (text: string, sign: string): string =>
  (searchForm(text).match(/[a-z0-9]+/g) ?? []).join(sign);

/** Letters that look like a Latin one, in upper case. */
const CYRILLIC = new Map(Array.from('АВЕКМНОРСТУХІЈЅ', (letter, index) => [letter, 'ABEKMHOPCTYXIJS'.charAt(index)]));

/** A text with Latin letters for those of Cyrillic that look like them, in upper case. */
export const latin = (text: string): string => Array.from(text, (letter) => CYRILLIC.get(letter) ?? letter).join('');
