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
const DITTO = /^(?:idem\.?|id\.|ditto\.?|同[上前]|[\p{Pd}\s]*(?:\/\/|["“”″〃]|''|,,)[\p{Pd}\s]*)$/iu;

/** A text that is nothing else; undefined when it is blank, or says that there is nothing. */
export function textCell(text: string): Cell | undefined {
  const written = text.trim();
  if (DITTO.test(written)) return { kind: 'ditto', text: written };
  const plain = withoutMark(written).replace(DECIMAL_ZERO, '$1');
  return NOTHING.test(plain) ? undefined : { kind: 'text', text: plain };
}

/** A cell of a file without types, which contains what a spreadsheet showed. */
function writtenCell(text: string): Cell | undefined {
  const written = text.trim();
  if (ERROR.test(written)) return { kind: 'error', text: written };
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

/** The rows of such a file, without blank ones. */
export const writtenRows = (rows: readonly WrittenRow[]): Row[] =>
  rows
    .map(({ cells, isHidden = false, shared, problem }, index) => ({
      line: index + 1,
      isHidden,
      ...(problem !== undefined && { problem }),
      cells: cells.map((text, column) => {
        const cell = writtenCell(text);
        return cell && shared?.has(column) ? { ...cell, isShared: true } : cell;
      }),
    }))
    .filter(({ cells }) => cells.some(Boolean));
