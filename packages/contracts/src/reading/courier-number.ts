import { isArticle, numbersInLink, readCode, withoutOnlyPiece, withoutRepetition } from './code.ts';
import { COURIERS } from './couriers.ts';
import { referenceKey } from './reference.ts';
import { READ_MAX, referencesIn } from './references-in-text.ts';
import { plainText, withoutListMarks } from './text.ts';

/** Letters of the courier, digits, and a country or a piece, as in "YT7512345678901", "EA123456789CN" and "1Z999AA10123456784". */
const FORM = /^[A-Z]{0,5}\d(?:[A-Z\d]*\d)?[A-Z]{0,3}$/;
/** Shorter ones are phone numbers, weights and amounts. */
const LEAST_CHARACTERS = 9;
const LEAST_DIGITS = 6;

/**
 * A phone number of Burkina Faso with its code, of a Chinese mobile, which messages of shops have beside the number of the parcel, of
 * Côte d'Ivoire, and of any country after "00".
 */
const PHONE =
  /^(?:(?:\+|00)?226\d{8}|(?:\+|00)?(?:86)?1[3-9]\d{9}|(?:225)?0[157]\d{8}|2252[157]\d{8}|00[1-9]\d{8,13})$/;
/** Several phone numbers of Burkina Faso. */
const PHONES = /^(?:(?:(?:00)?226)?[025-7]\d(?:[ .-]?\d\d){3}(?:[ /,;-]+|$)){2,}$/;

/** Letters that belong to the digits after them. */
const PREFIX = new RegExp(`(^|[^A-Z\\d])(${COURIERS})[\\s._:#\\p{Pd}]+(?=\\d{6})`, 'giu');
/** The number of an order in a shop, before or without that of its parcel. */
const OF_SHOP = /(?:(?:订单|交易|支付|商户)(?:[编单]?号|单)?)+[\s:：]*\d+/gu;
/** An address, and the name in a messenger, of a seller. "微信 SF1369874521035" is a number that was sent there. */
const OF_SELLER = new RegExp(
  String.raw`[^\s,;:]{1,64}@\S+|(?:\b(?:qq|wx|wechat|weixin)|微信)(?:\s?(?:号|id))?[\s:]+(?!(?:${COURIERS})\d)[\w-]*[a-z\d]|\bqq号?\d+`,
  'giu',
);
const LINK = /https?:\S+/gi;
/** Several numbers without anything between them. */
export const TOGETHER = /^(?:[A-Z]{1,4}\d{8,}){2,}$/i;
/** The numbers of a Chinese identity card, a bank card and a hotline, and the serial number of a phone. */
const OF_SOMETHING_ELSE =
  /(?:^|\D)(?:[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]|62\d{14}(?:\d{3})?|[48]00-?\d{3}-?\d{4})(?![\dA-Z])|\bimei\b/i;
/** "25 000 000 F". */
const AMOUNT = /^[\d\s.,]+(?:f|fcfa|cfa|francs?|元|rmb|cny|usd|[$€¥])$/i;
const LABEL = /^(?:n[o°]?|num|numero|ref|tracking)[.:]\s*/i;
/** Spreadsheets write long numbers as decimal ones. */
const DECIMAL_ZERO = /(\d{9})\.0(?!\d)/g;

/** One number that is written in groups of digits, with spaces or hyphens between them. Without letters it has at least 12 digits: fewer may be two amounts. */
const IN_GROUPS = /^(?=[A-Z]|(?:.*\d){12})[A-Z]{0,5}\d{4,10}(?:[ -]\d{4,6})+$/i;

const PHONE_NUMBER = 'C’est un numéro de téléphone. Écrivez celui du transporteur chinois.';
const NO_NUMBER =
  'Ce n’est pas un numéro de transporteur. Il a au moins 9 lettres et chiffres, par exemple YT7512345678901.';
const SEVERAL = 'Plusieurs numéros sur une ligne\u00a0: écrivez-les l’un sous l’autre.';
const OWN_CODE = 'C’est un numéro de suivi de chez nous. Écrivez celui du transporteur chinois.';

/** Whether a reference has the form of a courier number. */
export function isCourierNumber(text: string): boolean {
  const key = referenceKey(text);
  return key.length >= LEAST_CHARACTERS && FORM.test(key) && key.replace(/\D/g, '').length >= LEAST_DIGITS;
}

/** A long number in groups of digits, as couriers print it below its bar code. */
const LONG_IN_GROUPS = /^[A-Z]{0,4}(?:\d+ )+\d+$/i;
const LEAST_GROUPED = 12;

/** Whether a scanned text is a courier number as its bar code has it. References of an office are shorter, or have separators. */
export const isCourierCode = (text: string): boolean =>
  isCourierNumber(text) &&
  (/^[A-Z\d]+$/i.test(text) || (LONG_IN_GROUPS.test(text) && text.replace(/\D/g, '').length >= LEAST_GROUPED));

function withoutPiece(word: string): string {
  const reading = readCode(word);
  return 'reference' in reading ? reading.reference : word;
}

/** The number of a courier in a line that people paste, alone or among words, or why there is none. */
export function readCourierNumber(line: string): { number: string } | { problem: string } {
  const text = withoutOnlyPiece(withoutRepetition(plainText(withoutListMarks(line)).slice(0, READ_MAX)))
    .replace(LINK, (link) => numbersInLink(link).join(' ') || link)
    .replace(OF_SHOP, ' ')
    .replace(OF_SELLER, ' ')
    // Messages of Chinese shops have no space around a number.
    .replace(/\p{Script=Han}+/gu, ' ')
    .trim()
    .replace(LABEL, '')
    .replace(DECIMAL_ZERO, '$1')
    .replace(PREFIX, '$1$2');
  if (TOGETHER.test(text)) return { problem: SEVERAL };
  if (AMOUNT.test(text) || isArticle(text) || OF_SOMETHING_ELSE.test(text)) return { problem: NO_NUMBER };
  const reading = readCode(text);
  const whole = 'reference' in reading ? reading.reference : '';
  if ('reference' in reading && reading.isOwn) return { problem: OWN_CODE };
  const words = [whole, ...referencesIn(text).map(withoutPiece)].filter(
    (each) => !each.includes(' ') && isCourierNumber(each),
  );
  const found = [...new Map(words.map((word) => [referenceKey(word), word])).values()];
  const [number, ...others] = found.length > 1 ? found.filter((each) => !PHONE.test(each)) : found;
  if (PHONES.test(whole) || PHONE.test(referenceKey(number ?? whole)) || /^\+\d/.test(whole))
    return { problem: PHONE_NUMBER };
  if (IN_GROUPS.test(whole) && isCourierNumber(whole)) return { number: whole };
  if (others.length > 0) return { problem: SEVERAL };
  if (number !== undefined) return { number };
  const isOne = /[A-Z]/i.test(whole) || !whole.includes(' ') || whole.replace(/\D/g, '').length >= LEAST_GROUPED;
  return isOne && isCourierNumber(whole) ? { number: whole } : { problem: NO_NUMBER };
}
