import { format, isDateFormat } from 'numfmt';
import type { Cell, Row } from './table.ts';

/** The form that Excel gives long numbers, and numbers in narrow columns. Its sign tells it from references such as 26E0123. */
const SHORTENED = /^(?:\d(?:[.,]\d+)?E\+\d{2,}|#{3,})$/i;

const ERROR =
  /^#(?:N\/A|N\/D|REF!|VALUE!|VALEUR!|NAME\?|NOM\?|DIV\/0!|NUM!|NOMBRE!|NULL!|NUL!|SPILL!|CALC!|PROPAGATION!)$/i;

/**
 * A text without the mark that keeps a spreadsheet from changing it: an apostrophe, a backtick, or a formula that is only
 * a text.
 */
function withoutMark(text: string): string {
  const trimmed = text.trim();
  if (/^['`]/.test(trimmed)) return trimmed.slice(1);
  return /^="([^"]*)"$/.exec(trimmed)?.[1]?.trim() ?? trimmed;
}

/** A long number that a program has written as a decimal one. */
const DECIMAL_ZERO = /^(\d{7,})\.0$/;

/** What people and programs write into a cell that has nothing to say; rules of Markdown have colons. */
const NOTHING = /^(?:[\p{Pd}/\\.*_?:\s]*|n[./][ad]\.?|na|null|none|nan|néant|无|暂无)$/iu;

/** What stands for the cell above. */
const DITTO =
  /^(?:(?:idem|id\.|ibid(?:em)?|-?do-?|di?tto|d°|(?:le |la )?m[eê]mes?(?: (?:client|personne|destinataire|nom|chose))?|same(?: as above)?|as above|as before|ci-dessus)\.?|同(?:[上前]|一(?:个)?(?:客户|人)?|样|左)?|一样|相同|[↑⇑⬆]\ufe0f?|[\p{Pd}\s]*(?:\/\/|["“”″〃]|''|,,)[\p{Pd}\s]*)$/iu;

/** A text that is nothing else; undefined when it is blank, or says that there is nothing. */
export function textCell(text: string): Cell | undefined {
  const written = text.trim();
  if (ERROR.test(written)) return { kind: 'error', text: written };
  if (DITTO.test(written)) return { kind: 'ditto', text: written };
  const plain = withoutMark(written).replace(DECIMAL_ZERO, '$1');
  return NOTHING.test(plain) ? undefined : { kind: 'text', text: plain };
}

/** A cell of a file without types, which contains what a spreadsheet showed. */
function writtenCell(text: string): Cell | undefined {
  const written = text.trim();
  if (SHORTENED.test(written)) return { kind: 'shortened', text: written };
  return textCell(written);
}

interface WrittenRow {
  cells: readonly string[];
  isHidden?: boolean;
  /** The columns of cells that are merged with those of other rows. */
  shared?: ReadonlySet<number>;
  problem?: string | undefined;
}

/** "1,250" is a decimal, or a thousand and more: the other numbers of its column tell which sign it writes before decimals. */
const COULD_BE_THOUSANDS = /^(\d{1,3})([.,])(\d{3})$/;
const DECIMALS = /^\d[\d.,]*?([.,])\d{1,2}$/;

/** By column, the sign between thousands where the decimals have the other one. */
function signsOfThousands(rows: readonly WrittenRow[]): Map<number, string> {
  const decimals = new Map<number, string>();
  for (const { cells } of rows)
    for (const [column, text] of cells.entries()) {
      const [, sign] = DECIMALS.exec(text.trim()) ?? [];
      if (sign !== undefined) decimals.set(column, (decimals.get(column) ?? '') + sign);
    }
  return new Map(
    Array.from(decimals).flatMap(([column, signs]) =>
      new Set(signs).size === 1 ? [[column, signs.startsWith('.') ? ',' : '.'] as const] : [],
    ),
  );
}

/** The rows of such a file, without blank ones. */
export function writtenRows(rows: readonly WrittenRow[]): Row[] {
  const signs = signsOfThousands(rows);
  const ungrouped = (text: string, column: number) =>
    text
      .trim()
      .replace(COULD_BE_THOUSANDS, (all, first, sign, rest) => (signs.get(column) === sign ? first + rest : all));
  return rows
    .map(({ cells, isHidden = false, shared, problem }, index) => ({
      line: index + 1,
      isHidden,
      ...(problem !== undefined && { problem }),
      cells: cells.map((text, column) => {
        const cell = writtenCell(ungrouped(text, column));
        return cell && shared?.has(column) ? { ...cell, isShared: true } : cell;
      }),
    }))
    .filter(({ cells }) => cells.some(Boolean));
}

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
