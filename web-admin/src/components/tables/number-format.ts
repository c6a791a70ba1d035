import { format, isDateFormat } from 'numfmt';
import type { Cell } from './table.ts';

/** The formats of Excel that workbooks name by their numbers alone: integers, decimals, and all that are dates or times. */
const DAY = 'yyyy-mm-dd';
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
};
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** The pattern of a built-in format; undefined for those that show a number as it is. */
export const builtInFormat = (id: number): string | undefined =>
  isBuiltInDate(id) && id !== 48 && id !== 49 ? DAY : BUILT_IN[id];

/** Excel keeps fifteen digits of a number. */
const EXACT_BELOW = 1e15;
const DIGITS = 15;

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** That of 31 December 9999. */
const LAST_SERIAL = 2_958_465;

/** A number as a spreadsheet shows it in a format, except that no digits are left out where it is wide or long. */
export function numberCell(written: number, pattern: string | undefined, is1904: boolean): Cell {
  const value = Number(written.toPrecision(DIGITS));
  if (pattern !== undefined && isDateFormat(pattern) && value >= 0 && value <= LAST_SERIAL) {
    const time = (is1904 ? EPOCH_1904 : EPOCH) + Math.floor(value) * DAY_MS;
    return { kind: 'date', text: new Date(time).toISOString().slice(0, 10) };
  }
  if (Math.abs(value) >= EXACT_BELOW) return { kind: 'shortened', text: value.toExponential() };
  return { kind: 'number', text: shown(value, pattern) || String(value), value };
}

const hasExponent = (pattern: string) => /E[+-]/i.test(pattern.replace(/"[^"]*"/g, ''));

/** Exponents are not shown: they hide digits that the number has. */
function shown(value: number, pattern: string | undefined): string {
  if (pattern === undefined || /^(general|@)$/i.test(pattern) || hasExponent(pattern)) return String(value);
  return format(pattern, value, { locale: 'fr', throws: false, invalid: '' }).trim();
}
