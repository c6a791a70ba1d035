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

/** What people write into a cell that has nothing to say. */
const NOTHING = /^(?:[\p{Pd}/\\.*_?\s]*|n[./][ad]\.?|néant|无|暂无)$/iu;

/** A text that is nothing else; undefined when it is blank, or says that there is nothing. */
export function textCell(text: string): Cell | undefined {
  const plain = withoutMark(text);
  return NOTHING.test(plain) ? undefined : { kind: 'text', text: plain };
}

/** A cell of a file without types, which contains what a spreadsheet showed. */
function writtenCell(text: string): Cell | undefined {
  const written = text.trim();
  if (ERROR.test(written)) return { kind: 'error', text: written };
  return SHORTENED.test(written) ? { kind: 'shortened', text: written } : textCell(written);
}

/** The rows of such a file, without blank ones. */
export const writtenRows = (rows: readonly { cells: readonly string[]; isHidden?: boolean }[]): Row[] =>
  rows
    .map(({ cells, isHidden = false }, index) => ({ line: index + 1, isHidden, cells: cells.map(writtenCell) }))
    .filter(({ cells }) => cells.some(Boolean));
