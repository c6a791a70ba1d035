import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import {
  DEFAULT_DIALLING_CODE,
  type DiallingCode,
  diallingCodeOf,
  PHONE_MAX,
  spacedPhone,
  withDiallingCode,
} from './dialling-code.ts';
import plans from './phone-plans.json' with { type: 'json' };
import { plainText } from './text.ts';

type Metadata = NonNullable<Parameters<typeof parsePhoneNumberFromString>[2]>;
const metadata = plans.metadata as unknown as Metadata;
const examples: Record<string, string> = plans.examples;

/** Links to a chat have the country code without its sign. */
const CHAT_LINK = /^.*(?:\bwa\.me\/|[?&]phone=)(?:\+|%2B)?(\d+)(?:[/?&#].*)?$/i;
/** Words before a number, as a part of an expression. */
export const LABEL = [
  't[eé]l(?:[eé]phone)?|phone|mobile|portable|cell?(?:ulaire)?|gsm|fixe|bureau|domicile|whats ?app|wa?t?sa?pp?|we ?chat|weixin|wx|wa|sms|contact|callto|fax|orange|moov|telecel|mon|et',
  'n[o°]?|num(?:[eé]ro|ber)?|de',
].join('|');
/** Chinese words for a telephone, WeChat, and that it has the same number. */
export const HAN_LABEL = '(?:电话|手机|联系方式|微信|同号|号码?|联系人?|收[件货]人?|客户)+';
/** Words beside a number. Without a separator they are a part of a username. */
const LABELS = new RegExp(
  [
    `^[^\\p{L}\\p{N}+]*(?:(?:(?:${LABEL})[.:/,&\\s]+|n°)+|${HAN_LABEL}[:\\s]*)(?=[+(\\d])`,
    `(\\d)\\s*(?:[\\s(/,-]+(?:whats ?app|we ?chat|weixin|wa)|[\\s(]*${HAN_LABEL})\\)?$`,
  ].join('|'),
  'giu',
);
/** Words in Chinese, also in Latin letters. */
const CHINESE = /\p{Script=Han}|weixin/iu;
/** "70 12 34 56 (maman)". */
const REMARK = /\(\P{N}*\)/gu;
/** A zero in brackets after a country code: "+32 (0)470", as opposed to "(0470)". */
const ZERO_IN_BRACKETS = /((?:\+|^00)\d{1,3}[\s.-]*)\(0\)/;
/** The zero that is dialled within a country. In Gabon, Congo and partly Italy it belongs to the number. */
// The lookahead prevents backtracking: the country code of +34 600… is never read as 346.
const TRUNK_ZERO =
  /^\+(?!24[12]|378|390[^3])(?=(?<code>1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))\k<code>0+(?=[1-9]\d{5})/;
/** "Tel 1: 70123456", "1) 70123456". */
const NUMBER_OF_PHONE = /^(?:(?:t[eé]l(?:[eé]phone)?|num[eé]ro|contact|mobile)\.?\s*)?\d\s*[):.]\s*(?=[+\d]{2})/iu;
/** The names of operators and messengers, and other words after a whole number: "70 12 34 56 Orange", "70123456 Awa". */
const WORDS_AFTER = /^([+(]?\d[\d\s.()-]{6,}\d)\s+\p{L}[\p{L}\s'\u2019.-]{1,30}$/u;
const AROUND_DIGITS = /[^\p{L}\p{N}+]+/gu;
/** Programs write the numbers of a column with gaps as decimal numbers. */
const DECIMAL_ZERO = /^(\+?\d{7,})[.,]00?$/;
/** A day in the column of numbers; those of Burkina Faso have as many digits. */
const DAY = /^\d{2}([-/.])\d{2}\1(?:19|20)\d{2}$/;
/** Without its code, or a word in Chinese, it could be a Chinese or an American number. */
const AMBIGUOUS = /^1[3-9]\d{9}$/;

/**
 * A number of a country that is not offered. Its plan is not known here, but numbers of Russia and of many African countries
 * have a fixed length: with another one, as in "+76 12 34 56 78", the sign stands before a local number.
 */
const FOREIGN =
  /^\+(?!7(?!\d{10}$)|2(?:11|18|4[049]|5[156]|6[012])(?!\d{9}$)|2(?:2[24]|3[26]|5[0378]|6[468])(?!\d{8,9}$))[1-9]\d{7,14}$/;

/**
 * Numbers of eight digits got a prefix: in Côte d'Ivoire in January 2021 that of the operator, in Benin in November 2024 "01".
 */
const REFORMS: Partial<Record<DiallingCode, (former: string) => string>> = {
  '+225': (former) => ivorianPrefix(former) + former,
  '+229': (former) => `01${former}`,
};

/** https://fr.wikipedia.org/wiki/Liste_des_indicatifs_téléphoniques_en_Côte_d'Ivoire */
function ivorianPrefix([first = '', second = '', third = '']: string): string {
  if ('23'.includes(first)) return ({ '8': '21', '0': '25' } as Record<string, string>)[third] ?? '27';
  if ('0123'.includes(second)) return '01';
  return '456'.includes(second) ? '05' : '07';
}

/**
 * Reads a phone number. @returns it in the form E.164; null when it cannot be called.
 * @param code that of numbers without one
 */
export function readPhone(text: string, code: DiallingCode = DEFAULT_DIALLING_CODE): string | null {
  if (text.length > PHONE_MAX) return null;
  const plain = plainText(text);
  if (DAY.test(plain)) return null;
  const isChinese = CHINESE.test(plain);
  const written = plain
    .replace(CHAT_LINK, '+$1')
    .replace(NUMBER_OF_PHONE, '')
    .replace(ZERO_IN_BRACKETS, (_, before) => `${before}0`)
    .replace(LABELS, '$1')
    .replace(REMARK, '')
    .replace(WORDS_AFTER, '$1')
    .replace(DECIMAL_ZERO, '$1')
    .replace(AROUND_DIGITS, '')
    .replace(/^\+?00/, '+');
  const number = written.slice(Math.max(0, written.lastIndexOf('+')));
  // Before a number with a code there may be the code once more, but no other number.
  if (!/^\+?\d+$/.test(number) || !/^\+?\d{0,3}$/.test(written.slice(0, -number.length))) return null;
  const known = readings(number, isChinese && AMBIGUOUS.test(number) ? '+86' : code);
  if (known.length === 0) {
    const foreign = number.replace(TRUNK_ZERO, '+$<code>');
    return isForeign(foreign, code) ? foreign : null;
  }
  for (const [own, national] of known) {
    const withoutPrefix = national.replace(/^0+/, '');
    // The code once more, as after choosing it in a list.
    const repeated = withoutPrefix.startsWith(own.slice(1)) ? [withoutPrefix.slice(own.length - 1)] : [];
    for (const each of [national, ...repeated]) {
      const found = called(own, each) ?? reformed(own, each) ?? called(own, each.replace(/^0+/, ''));
      if (found !== null) return found;
    }
  }
  return null;
}

/** The codes that a number may have, each with the rest of the number. */
function readings(number: string, code: DiallingCode): [DiallingCode, string][] {
  const own = diallingCodeOf(number.startsWith('+') ? number : `+${number}`);
  const withOwn: [DiallingCode, string][] = own ? [[own, number.replace('+', '').slice(own.length - 1)]] : [];
  if (number.startsWith('+')) return withOwn;
  return [[code, number], ...(AMBIGUOUS.test(number) ? [] : withOwn)];
}

/** Whether a number has the code of a country that is not offered, as opposed to a sign before a number without a code. */
const isForeign = (number: string, code: DiallingCode) =>
  FOREIGN.test(number) &&
  called(code, number.slice(1)) === null &&
  called(DEFAULT_DIALLING_CODE, number.slice(1)) === null;

function called(code: DiallingCode, national: string): string | null {
  const number = parsePhoneNumberFromString(code + national, metadata);
  return number?.isValid() ? number.number : null;
}

/** The present number of one from before the reform. */
function reformed(code: DiallingCode, national: string): string | null {
  const reform = REFORMS[code];
  return reform && national.length === 8 ? called(code, reform(national)) : null;
}

/** The message about a number that cannot be called, with an example of its country. */
export function phoneProblem(text: string, code: DiallingCode = DEFAULT_DIALLING_CODE): string {
  const own = diallingCodeOf(text.trim().replace(/^00/, '+')) ?? code;
  return `Ce numéro semble incomplet. Exemple\u00a0: ${spacedPhone(own + (examples[own] ?? ''))}`;
}

/**
 * A typed number with the chosen code in front. What would then be read otherwise, or has its own code in another form, as
 * in "0033612345678" and "WhatsApp: +226 70123456", becomes the stored form of the number that is understood.
 */
export function withCodeOnce(text: string, code: DiallingCode): string {
  const typed = text.trim();
  const withCode = withDiallingCode(typed, code);
  const phone = readPhone(typed, code);
  // As typed, an unfinished number with its own code or a label can be finished.
  if (phone === null) return /^\D*00|[\p{L}+]/u.test(typed) ? typed : withCode;
  if (withCode === typed) return typed;
  const isLocal = phone.startsWith(code) && phone.slice(code.length).endsWith(typed.replace(/^\D*0*|\D/g, ''));
  return isLocal && readPhone(withCode) === phone ? withCode : storedPhone(phone);
}

/** A number as accounts store it: code, space, number. */
export function storedPhone(e164: string): string {
  const code = diallingCodeOf(e164);
  return code ? `${code} ${e164.slice(code.length)}` : e164;
}
