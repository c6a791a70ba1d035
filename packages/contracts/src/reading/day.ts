import { cleanText, composed } from './text.ts';

/** The first letters of the months that distinguish them, French and English, without accents. */
const MONTHS = [
  'jan',
  'fe',
  'mar',
  'a(?:v|p)r',
  'ma[iy]',
  'ju(?:in|n)',
  'jui?l',
  'a(?:ou|ug)',
  'sep',
  'oct',
  'nov',
  'dec',
].map((start) => new RegExp(`^${start}`));
const monthOf = (name: string) => MONTHS.findIndex((month) => month.test(name)) + 1;

/** A time after a day, which is left out. */
const TIME = /[ t,a]+\d{1,2}(?::|h)\d{0,2}.*$/;

/** Excel counts days from here; its day 60 never was. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * The day that a text names, as YYYY-MM-DD; null when it is no day, or ambiguous. Days come before months.
 * @param isSerial whether numbers are days as Excel counts them
 */
export function readDay(text: string, { isSerial = false } = {}): string | null {
  if (text.length > 60) return null;
  const written = composed(cleanText(text), 'NFKC');
  const plain = composed(written.toLowerCase(), 'NFD').replace(/\p{M}/gu, '').replace(TIME, '');
  if (isSerial && /^\d{5}$/.test(plain))
    return new Date(EXCEL_EPOCH + Number(plain) * DAY_MS).toISOString().slice(0, 10);
  const numbers = plain.match(/\d+/g) ?? [];
  const words = plain.match(/\p{L}+/gu) ?? [];
  return inNumbers(plain) ?? inWords(numbers, words);
}

/** 30/06/2026, 2026-06-30, 2026年6月30日, 20260630; 06/30/2026 cannot be anything else. */
function inNumbers(text: string): string | null {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/. 年]+(\d{1,2})[-/. 月]+(\d{1,2})\s?日?$/.exec(text) ?? /^(20\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (year) return dayOf(year, month, day);
  const [, first = '', second = '', last = ''] = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})$/.exec(text) ?? [];
  return last ? (dayOf(last, second, first) ?? dayOf(last, first, second)) : null;
}

/** mardi 30 juin 2026, 1er juin 2026, 30-juin-26, Jun 30 2026. */
function inWords(numbers: string[], words: string[]): string | null {
  const [day = '', year = ''] = numbers;
  const months = words.map(monthOf).filter((month) => month > 0);
  // "mardi" begins like "mars".
  const month = months[months.length - 1];
  if (month === undefined || numbers.length !== 2 || !/^(?:20)?\d\d$/.test(year)) return null;
  return dayOf(year.length === 2 ? `20${year}` : year, String(month), day);
}

/** Null for days that do not exist. */
function dayOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : null;
}
