import type { Cell, Row } from './table.ts';

/** The form that Excel gives long numbers, and numbers in narrow columns. Its sign tells it from references such as 26E0123. */
const SHORTENED = /^(?:\d(?:[.,]\d+)?E\+\d{2,}|#{3,})$/i;

/** The errors of Excel in English and French. */
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
