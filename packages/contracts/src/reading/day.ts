import { plainText, searchForm } from './text.ts';

/** French and English, without accents. */
const MONTHS = [
  ['janvier', 'january'],
  ['fevrier', 'february'],
  ['mars', 'march'],
  ['avril', 'april'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july'],
  ['aout', 'august'],
  ['septembre', 'september'],
  ['octobre', 'october'],
  ['novembre', 'november'],
  ['decembre', 'december'],
];

/** The number of the month that a word begins like; 0 for another word, and for "jui", which could be two. */
const monthOf = (word: string): number =>
  word.length < 3 || word === 'jui' ? 0 : MONTHS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;

/** A clock of twelve hours: its day may be written in the American order. */
const TWELVE_HOURS = /\d\s?[ap]\.?m\.?$/;
/** A time after a day, which is left out. */
const TIME = /[ t,a]*(?:上午|下午|中午|[ t,a])\s*\d{1,2}\s?[:h].*$/;
const WEEKDAY = [
  '(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lun|mar|mer|jeu|ven|sam|dim',
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thu(?:rs)?|fri|sat|sun',
].join('|');
/** "(mardi)", "周二". */
const WEEKDAY_AFTER = new RegExp(`\\s?(?:\\(?(?:星期|周|礼拜)[一二三四五六日天]\\)?|\\((?:${WEEKDAY})\\.?\\))$`);
/** The part of the day, which does not change the date: "matin", "下午". */
const PART_OF_DAY = /\s?(?:[上下中]午|早上|晚上|(?:le |au |dans l['\u2019])?(?:matin|soir|apres[- ]midi))$/;
const BEFORE = `^(?:预计(?:到达|到港)?[\\s:]*)?(?:(?:le|prevue?|eta|${WEEKDAY})(?:\\s?[.,:]\\s*|\\s+)){0,3}`;
const BEFORE_NUMBERS = new RegExp(BEFORE);
const DAY = '(?<day>\\d{1,2})(?:er|e|eme|st|nd|rd|th)?';
/** In the French and in the American order. Other numbers beside a month would be taken for a year. */
const IN_WORDS = [
  new RegExp(`${BEFORE}${DAY}[\\s./-]*(?<month>\\p{L}+)[\\s.,/-]*(?<year>20\\d\\d|2[4-9]|[3-9]\\d)$`, 'u'),
  new RegExp(`${BEFORE}(?<month>\\p{L}+)[\\s.-]*${DAY}[\\s.,-]+(?<year>20\\d\\d)$`, 'u'),
];

/** Excel counts days from here; its day 60 never was. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * The day that a text names, as YYYY-MM-DD; null when it is no day, or ambiguous. Days come before months.
 * @param isSerial whether numbers are days as Excel counts them
 */
export function readDay(text: string, { isSerial = false } = {}): string | null {
  if (text.length > 60) return null;
  const written = searchForm(plainText(text));
  const day = written.replace(TIME, '').replace(PART_OF_DAY, '').replace(WEEKDAY_AFTER, '');
  if (isSerial && /^\d{5}(?:[.,]\d+)?$/.test(day))
    return new Date(EXCEL_EPOCH + Number.parseInt(day, 10) * DAY_MS).toISOString().slice(0, 10);
  const ended = day.replace(/[.,]$/, '');
  return inNumbers(ended.replace(BEFORE_NUMBERS, ''), TWELVE_HOURS.test(written)) ?? inWords(ended);
}

/** 30/06/2026, 1er/07/2026, 2026-06-30, 2026年6月30日, 20260630; 06/30/2026 cannot be anything else. */
function inNumbers(text: string, isPerhapsAmerican: boolean): string | null {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/. 年]+(\d{1,2})[-/. 月]+(\d{1,2})\s?[日号]?$/.exec(text) ??
    /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ??
    /^(\d\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]?$/.exec(text) ??
    [];
  if (year) return dayOf(year.padStart(4, '20'), month, day);
  const [, first = '', second = '', last = ''] = /^(\d{1,2})(?:er)?[-/. _]+(\d{1,2})[-/. _]+(\d{4})$/.exec(text) ?? [];
  if (!last) return null;
  const [french, american] = [dayOf(last, second, first), dayOf(last, first, second)];
  return isPerhapsAmerican && french && american && french !== american ? null : (french ?? american);
}

/** mardi 30 juin 2026, 1er juin 2026, 30-juin-26, June 30th, 2026. */
function inWords(text: string): string | null {
  const found: Record<string, string> = IN_WORDS.map((form) => form.exec(text)).find(Boolean)?.groups ?? {};
  const { day = '', month = '', year = '' } = found;
  const number = monthOf(month);
  return number === 0 ? null : dayOf(year.padStart(4, '20'), String(number), day);
}

/** Null for days that do not exist. */
function dayOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}
