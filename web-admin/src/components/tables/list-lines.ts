import { composed, searchForm } from '@fasocolis/contracts/reading/text';
import { isReferenceHeading } from './columns.ts';
import type { Row } from './table.ts';

/** A sum or a signature under a list, as opposed to a reference such as TOTAL-123. */
const CLOSING =
  /^(?:(?:sous[ -]?|grand |sub[ -]?)?tota(?:l|ux)(?:$|\s|\s*:)|somme(?:$|\s*:|\s)|(?:date et |cachet et )?signature|cachet(?:$|\s)|合计|总计|小计|共计|总数|签名|签字)/;

/** The rows of a list, and those that are left out of it. */
export interface ListLines {
  lines: Row[];
  hidden: Row[];
  withoutReference: Row[];
  /** Sums and signatures, by what they say. */
  closing: { line: number; text: string }[];
}

/** Sorts the rows of a table by whether they have a reference. Headings that are repeated on each page are no lines. */
export function linesOfList(body: readonly Row[], referenceColumn: number): ListLines {
  const found: ListLines = { lines: [], hidden: [], withoutReference: [], closing: [] };
  for (const row of body) {
    const reference = row.cells[referenceColumn];
    const closing = closingText(reference ? [reference] : row.cells);
    if (reference && isReferenceHeading(reference.text)) continue;
    if (row.isHidden) found.hidden.push(row);
    else if (closing !== undefined) found.closing.push({ line: row.line, text: closing });
    else (reference ? found.lines : found.withoutReference).push(row);
  }
  return found;
}

const closingText = (cells: Row['cells']) =>
  cells.find((cell) => cell && CLOSING.test(searchForm(composed(cell.text, 'NFKC'))))?.text;

/** Line numbers in a sentence: more are counted. */
const NAMED_AT_MOST = 10;

/** "4, 7 et 12", "4, 5, … et 30 autres". */
export function listedLines(rows: readonly { line: number }[]): string {
  const named = rows.slice(0, NAMED_AT_MOST).map(({ line }) => String(line));
  const more = rows.length - named.length;
  const last = more > 0 ? `${more} autre${more > 1 ? 's' : ''}` : named.pop();
  return named.length > 0 ? `${named.join(', ')} et ${last}` : String(last);
}

/** What is left out, in sentences. */
export function leftOutSentences({ hidden, withoutReference, closing }: ListLines): string[] {
  const totals = closing.map(({ line, text }) => `«\u00a0${text}\u00a0» (ligne ${line})`);
  return [
    ...said(withoutReference, ['Ligne sans référence, laissée de côté', 'Lignes sans référence, laissées de côté']),
    ...said(hidden, [
      'Ligne masquée dans le fichier, laissée de côté',
      'Lignes masquées dans le fichier, laissées de côté',
    ]),
    ...(totals.length > 0 ? [`Totaux et signatures, laissés de côté\u00a0: ${totals.join(', ')}.`] : []),
  ];
}

const said = (rows: readonly Row[], [one, several]: readonly [string, string]) =>
  rows.length === 0 ? [] : [`${rows.length > 1 ? several : one}\u00a0: ${listedLines(rows)}.`];
