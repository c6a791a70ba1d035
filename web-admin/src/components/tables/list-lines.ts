import { isUsualReference } from '@fasocolis/contracts/reading/code';
import { composed, searchForm } from '@fasocolis/contracts/reading/text';
import {
  assignColumns,
  type Column,
  headingForms,
  isReferenceHeading,
  layoutOf,
  REFERENCE_HEADINGS,
  SPACE_IN_CHINESE,
} from './columns.ts';
import { cellProblem, FileRefused, type Row, type Table } from './table.ts';

/** A sum, a signature or a remark under a list, as opposed to a reference such as TOTAL-123. */
const CLOSING = new RegExp(
  `^(?:${[
    '(?:(?:a )?report(?:er)?|cumul|montant|net a payer|ensemble)(?:$|\\s|\\s*:)',
    '(?:(?:[sg][./ ]+|sous|sub|grand|nombre|nbr?e?)[-_./ ]*)?tot(?:al|aux|ale|ales|als)(?:[-_/ ]*\\d{1,2}$|$|\\s|[\\s=]*[:=]|[-_/](?:general|colis|page|pieces|kg|poids|cbm))|t[ .]o[ .]t[ .]a[ .]l|ttl$|(?:somme|cachet|visa)(?:$|\\s)|somme\\s*:',
    '(?:nombre|nbr?e?) (?:de )?(?:colis|pieces|cartons)|\\d+ (?:colis|pieces|cartons)$|arretee? (?:la |le |a )|recu par|fait a |page \\d+|nb\\s*:|le magasinier$|la direction$',
    '(?:date et |cachet et )?signature|合计|总计|小计|本页|[总共]共? *\\d+|共计|总共|总(?:数|件|重|体积|金额)|签名|签字|制表|审核|备注|以下空白|第 *\\d+ *页',
  ].join('|')})`,
);
/** A sum in a cell before that of the reference, where a name may begin like one: "Total Burkina". */
const SUM =
  /^(?:(?:(?:[sg][./ ]+|sous|sub|grand)[-_./ ]*)?tot(?:al|aux)(?: general| colis)?|t o t a l|ttl)\s*:?$|^(?:合计|小计|总计)/;

/** The rows of a list, and those that are left out of it. */
interface ListLines {
  lines: Row[];
  hidden: Row[];
  withoutReference: Row[];
  /** Sums and signatures, by what they say. */
  closing: { line: number; text: string }[];
}

/**
 * Sorts the rows of a table by whether they have a reference. Headings that are repeated on each page are no lines.
 * @param columns those of the table, as long as it may have another one below
 * @param read those of them whose headings have to be the same wherever they are repeated
 * @throws FileRefused
 */
export function linesOfList(
  body: readonly Row[],
  referenceColumn: number,
  columns: readonly Column[] = [],
  read: readonly Column[] = columns,
): ListLines {
  const found: ListLines = { lines: [], hidden: [], withoutReference: [], closing: [] };
  const titles = new Set(columns.map(({ title }) => formOf(title)));
  for (const row of body) {
    if (isHeadingRow(row, referenceColumn, titles)) refuseOtherHeadings(row, read);
    const reference = row.cells[referenceColumn];
    const before = row.cells.slice(0, referenceColumn);
    const closing = reference
      ? ((isClearReference(reference.text) ? undefined : textLike(SUM, before)) ?? textLike(CLOSING, [reference]))
      : textLike(CLOSING, row.cells);
    if (reference && isReferenceHeading(reference.text)) continue;
    if (row.isHidden) found.hidden.push(row);
    else if (closing !== undefined) found.closing.push({ line: row.line, text: closing });
    else (reference ? found.lines : found.withoutReference).push(row);
  }
  return found;
}

/** Whether a text is a reference even after a cell that says "Total", which may be the name of a client. */
const isClearReference = (text: string) => /[a-z].*\d|\d{7}/i.test(text) && isUsualReference(text);

/** Whether a row looks like headings: of references in their column, or in another one beside titles of the table. */
function isHeadingRow({ cells }: Row, referenceColumn: number, titles: ReadonlySet<string>): boolean {
  const filled = cells.filter((cell) => cell !== undefined);
  if (filled.length < 2 || filled.some(({ kind }) => kind !== 'text')) return false;
  const reference = cells[referenceColumn]?.text ?? '';
  // A title of a page, such as "Référence : LOT-12", is none.
  if (/[:：]$/.test(reference) || filled.filter(({ text }) => !/\d/.test(text)).length < 2) return false;
  if (isReferenceHeading(reference)) return true;
  const known = filled.filter(({ text }) => isReferenceHeading(text) || titles.has(formOf(text)));
  return known.length > 1 && known.some(({ text }) => isReferenceHeading(text));
}

/** A second table below the first one may have its columns in another order. */
function refuseOtherHeadings({ line, cells }: Row, read: readonly Column[]): void {
  if (read.every(({ index, title }) => formOf(cells[index]?.text ?? title) === formOf(title))) return;
  throw new FileRefused(
    `Un second tableau avec d'autres colonnes commence à la ligne ${line}\u00a0: mettez-le dans une autre feuille.`,
  );
}

const formOf = (title: string) => headingForms(title)[0] ?? title;

/** Tables side by side have their references in columns with the same heading, of which one is read. */
export function secondReferences(columns: readonly Column[], referenceColumn: number): string[] {
  const title = columns.find(({ index }) => index === referenceColumn)?.title ?? '';
  const same = columns.filter((column) => formOf(column.title) === formOf(title));
  if (same.length < 2) return [];
  return [
    `${same.length} colonnes s'appellent «\u00a0${title}\u00a0»\u00a0: une seule est lue. Mettez les tableaux l'un sous l'autre, ou dans deux feuilles.`,
  ];
}

const textLike = (form: RegExp, cells: Row['cells']) =>
  cells.find((cell) => cell && form.test(searchForm(composed(cell.text, 'NFKC')).replace(SPACE_IN_CHINESE, '$1')))
    ?.text;

/** Line numbers in a sentence: more are counted. */
const NAMED_AT_MOST = 10;

/** "4, 7 et 12", "4, 5, … et 30 autres". */
export function listedLines(rows: readonly { line: number }[]): string {
  const named = rows.slice(0, NAMED_AT_MOST).map(({ line }) => String(line));
  const more = rows.length - named.length;
  const last = more > 0 ? `${more} autre${more > 1 ? 's' : ''}` : named.pop();
  return named.length > 0 ? `${named.join(', ')} et ${last}` : String(last);
}

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

/** A line of a list of references, with what is wrong with its cell. */
export interface ReferenceLine {
  line: number;
  reference: string;
  problem?: string;
}

/**
 * The references of a table under its heading, or without one those of its first column, and what is left out.
 * @throws FileRefused
 */
export function referencesIn(table: Table): { lines: ReferenceLine[]; leftOut: string[] } {
  const { columns, body } = layoutOf(table);
  const { reference } = assignColumns(columns, { reference: REFERENCE_HEADINGS });
  // Without headings, a first row of letters alone is a reference like the others.
  const rows = reference === undefined ? table.rows : body;
  const column = reference ?? columns[0]?.index ?? 0;
  const list = linesOfList(
    rows,
    column,
    columns,
    columns.filter(({ index }) => index === reference),
  );
  const lines = list.lines.map(({ line, cells, problem: ofRow }) => {
    const problem = ofRow ?? cellProblem(cells[column], 'code');
    return { line, reference: cells[column]?.text ?? '', ...(problem !== undefined && { problem }) };
  });
  return {
    lines,
    leftOut: [...(reference === undefined ? [] : secondReferences(columns, reference)), ...leftOutSentences(list)],
  };
}
