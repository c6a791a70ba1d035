import { generatedIn } from './reference.ts';
import { latin, plainText, searchForm } from './text.ts';

/** In characters: a message of an operator, which people paste as a whole. */
export const TRANSACTION_TEXT_MAX = 500;
const NUMBER_MAX = 60;

const OPERATION = '(?:transaction|transfert|trans|txn|paiement|operation)';
const OF_OPERATION = `(?:\\s*(?:de\\s+)?(?:la\\s+|l['\\u2019])?${OPERATION}\\b)?`;
const NUMBER_WORD = '(?:num(?:ero)?\\b|no\\b|n°)';
/** An expression that finds these words, and captures what follows them without consuming it. */
const after = (words: string) => new RegExp(`(?:^|[^\\p{L}\\p{N}._/-])(?:${words})\\s*(?=([\\p{L}\\p{N}].*))`, 'gu');
/** The words for the number of a payment: "Trans ID:", "Réf.", "N° de transaction", "Transaction :". */
const NAMED = after(
  `(?:t?id|ref(?:erence)?|code)\\b${OF_OPERATION}\\s*[.:#=]*|${NUMBER_WORD}\\s*(?:de\\s+)?(?:la\\s+|l['\\u2019])?${OPERATION}\\b\\s*[.:#=]*|${OPERATION}\\s*(?:(?:id|no)\\b\\s*[.:#=]*|[:#=])|(?:transaction|trans|txn)\\s+(?=\\d{9})`,
);
/** "N°", which may also be that of a phone or a parcel. */
const NUMBERED = after(`${NUMBER_WORD}\\s*[.:#=]*`);
const OPERATOR =
  /^(?:orange(?: money)?|om|moov(?: money)?|telecel(?: money)?|wave|coris(?: money)?)(?:\s*:\s*|\s+)(?=\S*\d)/;
/** What people write and read in place of the points of a number, and "o" in place of a zero. */
const POINT = String.raw`[\s.,:;/·•*_-]{0,2}`;
const ZERO = String.raw`[\do]`;
/** The form of the operators' own numbers. Letters may follow without a space: "…B45678Votre solde". */
const OPERATORS_OWN = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}._-])([a-z]{2}\s?${ZERO}{6}${POINT}${ZERO}{4}${POINT}[a-z]${ZERO}{5}(?!\d)|t_[a-z\d]{6,}(?![\p{L}\p{N}_/-]))`,
  'gu',
);
/** The parts of a transaction number, in upper case. */
const IN_PARTS = /^([A-Z]{2})([\dO]{6})[^A-Z\d]*([\dO]{4})[^A-Z\d]*([A-Z])([\dO]{5})$/;
const SUM = String.raw`\d[\d\s.,]*(?:f|frs?|francs?|f?cfa|xof)(?![\p{L}\p{N}_-])`;
/** An amount, which only a message has beside the number. */
const AMOUNT = new RegExp(`(?:^|[^\\p{L}\\p{N}._-])${SUM}`, 'u');
/** What follows "Paiement :" and the like without being the number of a payment: an amount or a day. */
const AMOUNT_OR_DAY = new RegExp(String.raw`^(?:${SUM}|\d{1,2}[/.-]\d{1,2}[/.-](?:20)?\d\d(?!\d))`, 'u');
/** A number of Burkina Faso, which stands in many messages. */
const PHONE_LIKE = /^\+?(?:226)?(?:0[1-7]|2[0-5]|[5-7]\d)\d{6}$/;
/** The code that is dialled for a payment. */
const DIALLED = /^\*\d[\d*]*#?$/;
const WITH_COUNTRY = /^(?:00)?226(?:0[1-7]|2[0-5]|[5-7]\d)\d{6}$/;
/** Whether a number, as it is read below, is a phone number of Burkina Faso with its country. */
export const isPhoneWithCountry = (number: string): boolean => WITH_COUNTRY.test(number);
/** Letters and digits, or more digits than a phone number has. */
const NUMBER_LIKE = /^(?:(?=.*\d)(?=.*[a-z])[a-z\d][\w.-]{5,}|\d{9,})$/;
/** Words of a sentence, as opposed to those of a transfer such as "VIR 05/12/2026 OUEDRAOGO". */
const OF_SENTENCE = /(?:^|\P{L})(?:paye|avec|du|le)(?!\p{L})/u;
/** A day or a time: "12/05/2026", "2026-05-12", "15h30". */
const DAY_OR_TIME = /^(?:\d\d?|20\d\d(?=[-/]\d\d?[-/]\d\d?$))(?:[/.h:-]\d{0,4})+$/;
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The number of a payment as it is stored, alone or in a message; empty for none, and for several. */
export function readTransaction(text: string): string {
  const written = searchForm(latin(plainText(text))).replace(/\p{Pd}/gu, '-');
  const isMessage = AMOUNT.test(written);
  const named = (names: RegExp) =>
    Array.from(written.matchAll(names), ([, rest = '']) => numberBefore(rest, isMessage)).filter(isOfPayment);
  const numbered = named(NUMBERED);
  const found = [
    Array.from(written.matchAll(OPERATORS_OWN), ([, number = '']) => stored(number)),
    named(NAMED),
    numbered.filter((number) => !PHONE_LIKE.test(number)),
  ].map((numbers) => [...new Set(numbers)]);
  const [only] = found.find((numbers) => numbers.length === 1) ?? [];
  if (only !== undefined) return only;
  const isOfSomethingElse = isMessage || numbered.length > 0 || DIALLED.test(written) || written.includes('://');
  if (isOfSomethingElse || found.some((numbers) => numbers.length > 1)) return '';
  const bare = written.replace(OPERATOR, '');
  const number = stored(numberInSentence(bare) ?? (saysSomethingElse(bare) ? '' : bare));
  return isLikely(number) && isOfPayment(number) ? number : '';
}

/** Whether a text that stands alone is a number: not an amount or the count of something. Some operators' are as long as a phone's. */
const isLikely = (number: string) =>
  /^\d+$/.test(number)
    ? number.length >= LEAST_DIGITS && !/^0+$/.test(number)
    : /\d/.test(number) && number.length >= LEAST_CHARACTERS;
const LEAST_DIGITS = 6;
const LEAST_CHARACTERS = 2;

/** The reference of a parcel is none of a payment. */
const isOfPayment = (number: string) => number !== '' && generatedIn(number).length === 0;

const wordsOf = (text: string) => text.split(/\s+/).map((word) => word.replace(AROUND, ''));

/** The only word with a digit in a sentence: "voici AB12345 merci". */
function numberInSentence(text: string): string | undefined {
  const words = wordsOf(text);
  const [number = '', ...others] = words.filter((word) => /\d/.test(word));
  const isSentence = words.some((word) => /^\p{L}{4,}$/u.test(word));
  return isSentence && others.length === 0 && NUMBER_LIKE.test(number) && !PHONE_LIKE.test(number) ? number : undefined;
}

/** What is written of a transfer at a bank, with words beside its number or in place of one. */
const AT_BANK = /^(?:vir|virement|chq|cheque|depot|mandat|western|moneygram|ria|wu)(?!\p{L})/u;

/** "payé le 12/05 avec le 70123456" is a sentence; groups of digits and single letters are a number. */
function saysSomethingElse(text: string): boolean {
  const words = wordsOf(text);
  const numbers = words.filter((word) => /\d/.test(word));
  const areOthers = numbers.every((word) => PHONE_LIKE.test(word) || DAY_OR_TIME.test(word));
  if (AT_BANK.test(text)) return OF_SENTENCE.test(text) && areOthers;
  const isSentence = OF_SENTENCE.test(text) || numbers.every((word) => DAY_OR_TIME.test(word));
  return (isSentence && areOthers) || words.some((word) => /^\p{L}{3,}$/u.test(word));
}

/** The number that a text begins with; outside a message it may be in groups. */
function numberBefore(rest: string, isMessage: boolean): string {
  if (AMOUNT_OR_DAY.test(rest)) return '';
  const words = rest.split(/\s+/);
  const end = words.findIndex((word, index) => !/\d/.test(word) && (index > 0 || word.length > 2));
  const groups = words.slice(0, end < 0 ? undefined : end);
  const number = (isMessage ? groups.slice(0, 1) : groups).join('').split(/[:;,()"]/, 1)[0] ?? '';
  return /\d/.test(number) ? stored(number) : '';
}

function stored(number: string): string {
  const plain = number.replace(AROUND, '').replace(/\s+/g, '').toUpperCase().replace(IN_PARTS, dotted);
  return plain.length > NUMBER_MAX ? '' : plain;
}

const dotted = (_: string, letters: string, day: string, time: string, letter: string, rest: string) =>
  `${letters}${[day, time, letter + rest].join('.').replaceAll('O', '0')}`;
