import { IMPORT_CELL_MAX, type ImportLine } from '@fasocolis/contracts/order-import';
import { mayHoldCode } from '@fasocolis/contracts/reading/client-code';
import { isUsualReference } from '@fasocolis/contracts/reading/code';
import {
  type Assignment,
  assignColumns,
  type Column,
  type Headings,
  headingForms,
  isHeadingOf,
  type Layout,
  layoutOf,
} from '../../../components/tables/columns.ts';
import { leftOutSentences, linesOfList, listedLines, secondReferences } from '../../../components/tables/list-lines.ts';
import { type Cell, cellProblem, FileRefused, type Row, type Table } from '../../../components/tables/table.ts';
import {
  FIRST_NAME_HEADING,
  forEachColumn,
  IMPORT_COLUMNS,
  IMPORT_KEYS,
  type ImportColumn,
  LAST_NAME_HEADING,
} from './import-columns.ts';

const MAX_LINES = 5000;
const OF_RECIPIENT = ['recipientName', 'recipientPhone'] as const;
const MAX_UNUSUAL = 10;

/** The columns of a file, and the field that each is read into. */
export interface Reading extends Layout {
  assigned: Assignment<ImportColumn>;
}

/** A line of the file, with what is wrong with its cells. */
export type FileLine = ImportLine & { problem?: string };

/** Reads a table by its usual headings and by what was chosen for them before. */
export function readingOf(table: Table, chosen: Readonly<Record<string, string>> = {}): Reading {
  const layout = layoutOf(table);
  const fields: Record<ImportColumn, Headings> = forEachColumn((column) => IMPORT_COLUMNS[column].headings);
  // A last name alone would become public.
  if (layout.columns.some(({ title }) => isFirstName(title))) {
    fields.recipientName = [...fields.recipientName, LAST_NAME_HEADING];
  }
  return { ...layout, assigned: assignColumns(layout.columns, fields, { chosen, ofRecipient: OF_RECIPIENT }) };
}

const isFirstName = (title: string) => isHeadingOf([FIRST_NAME_HEADING], title);
const isLastName = (title: string) => isHeadingOf([LAST_NAME_HEADING], title);

/** The column of first names that belongs to that of the recipient's last name, unless it is read into another field. */
function firstNamesIn(columns: readonly Column[], assigned: Assignment<ImportColumn>): number | undefined {
  const name = columns.find(({ index }) => index === assigned.recipientName);
  if (!name) return undefined;
  const near = columns.filter(({ party }) => (party === 'sender') === (name.party === 'sender'));
  const lastNames = near.filter(({ title }) => isLastName(title));
  const firstNames = near.filter(({ title }) => isFirstName(title));
  if (lastNames.length !== firstNames.length) return undefined;
  const { index } = firstNames[lastNames.indexOf(name)] ?? {};
  return Object.values(assigned).some((other) => other === index) ? undefined : index;
}

/**
 * The lines of a file, under the numbers that a spreadsheet shows beside them, and what is left out in sentences.
 * @throws FileRefused
 */
export function linesOf({ columns, body, assigned }: Reading): { lines: FileLine[]; leftOut: string[] } {
  const { reference } = assigned;
  if (columns.length === 0) throw new FileRefused('Ce fichier est vide.');
  if (reference === undefined) {
    throw new FileRefused("Aucune colonne «\u00a0Référence\u00a0» n'a été trouvée. Choisissez-la ci-dessous.");
  }
  const list = linesOfList(body, reference, columns);
  const firstNames = firstNamesIn(columns, assigned);
  const titles = new Map(columns.map(({ index, title }) => [index, title]));
  const ambiguous = ambiguousDays(list.lines, assigned.estimatedDelivery);
  const lines = list.lines.map((row) =>
    lineOf(
      {
        ...withoutLeftOut(withFirstName(row, assigned, firstNames), assigned),
        ...(ambiguous.has(row) && { problem: AMBIGUOUS_DAY }),
      },
      assigned,
      titles,
    ),
  );
  if (lines.length === 0) throw new FileRefused('Ce fichier ne contient aucune ligne avec une référence.');
  if (lines.length > MAX_LINES) {
    throw new FileRefused(
      `Ce fichier contient ${lines.length} lignes\u00a0: 5\u00a0000 au plus sont possibles. Partagez-le en plusieurs fichiers.`,
    );
  }
  return {
    lines,
    leftOut: [
      ...secondReferences(columns, reference),
      ...unusedColumns(columns, [...Object.values(assigned), firstNames]),
      ...leftOutSentences(list),
      ...quantitiesLeftOut(list.lines, assigned),
      ...unusual(lines),
      ...untold(lines),
    ],
  };
}

function lineOf(
  { line, cells, problem: ofRow }: Row,
  assigned: Assignment<ImportColumn>,
  titles: Map<number, string>,
): FileLine {
  const cellOf = (column: ImportColumn): Cell | undefined => {
    const index = assigned[column];
    return index === undefined ? undefined : cells[index];
  };
  const ofCells = IMPORT_KEYS.flatMap((column) => {
    const { content, title } = IMPORT_COLUMNS[column];
    const problem = cellProblem(cellOf(column), content);
    if (problem === undefined) return [];
    return column === 'reference' ? problem : `${title}\u00a0: ${problem}`;
  });
  const problems = ofRow === undefined ? ofCells : [ofRow, ...ofCells];
  const texts = forEachColumn((column) => {
    const index = assigned[column] ?? -1;
    return textOf(cellOf(column), column, titles.get(index) ?? '').slice(0, IMPORT_CELL_MAX);
  });
  return { line, ...texts, ...(problems.length > 0 && { problem: problems.join('. ') }) };
}

/** The row with the whole name in the cell of the last one. The public sees the first word, see `shortName`. */
function withFirstName(row: Row, { recipientName }: Assignment<ImportColumn>, firstNames: number | undefined): Row {
  if (recipientName === undefined || firstNames === undefined) return row;
  const names = [row.cells[firstNames], row.cells[recipientName]].filter((cell) => cell !== undefined);
  const wrong = names.find((cell) => cellProblem(cell, 'text') !== undefined);
  const text = names.map((cell) => cell.text).join(' ');
  const name: Cell | undefined = wrong ?? (names.length > 0 ? { kind: 'text', text } : undefined);
  const cells = [...row.cells];
  cells[recipientName] = name;
  return { ...row, cells };
}

const QUANTITIES = IMPORT_KEYS.filter((column) => IMPORT_COLUMNS[column].content === 'quantity');

/** Why a quantity is left out: one that is merged over several rows is that of all of them, and zero was not measured yet. */
const LEFT_OUT: [is: (cell: Cell) => boolean, reason: string][] = [
  [({ isShared }) => isShared === true, "une cellule fusionnée vaut pour plusieurs lignes et n'est pas reprise"],
  [({ value, text }) => value === 0 || ZERO.test(text), "zéro n'est pas repris"],
];
const ZERO = /^0+(?:[.,]0+)?\s*(?:\p{L}+[3³]?)?\.?$/u;

function withoutLeftOut(row: Row, assigned: Assignment<ImportColumn>): Row {
  const indexes = new Set(QUANTITIES.map((column) => assigned[column]));
  const isLeftOut = (cell: Cell, index: number) => indexes.has(index) && LEFT_OUT.some(([is]) => is(cell));
  return { ...row, cells: row.cells.map((cell, index) => (cell && isLeftOut(cell, index) ? undefined : cell)) };
}

function quantitiesLeftOut(rows: readonly Row[], assigned: Assignment<ImportColumn>): string[] {
  return QUANTITIES.flatMap((column) =>
    LEFT_OUT.flatMap(([is, reason]) => {
      const found = rows.filter(({ cells }) => {
        const cell = cells[assigned[column] ?? -1];
        return cell !== undefined && is(cell);
      });
      const { title } = IMPORT_COLUMNS[column];
      const lines = found.length > 1 ? 'lignes' : 'ligne';
      return found.length === 0 ? [] : `${title}\u00a0: ${reason} (${lines} ${listedLines(found)}).`;
    }),
  );
}

/** The text to send: quantities with all their digits, and with the unit of the cell or of the heading. */
function textOf(cell: Cell | undefined, column: ImportColumn, heading: string): string {
  if (!cell) return '';
  if (IMPORT_COLUMNS[column].content !== 'quantity') return cell.text;
  const [written = cell.text] = cell.value === undefined ? [] : [String(cell.value)];
  const unit = /\p{L}+\d?\.?$/u.exec(cell.text)?.[0] ?? '';
  const number = written === cell.text ? written : `${written} ${unit}`.trim();
  return unit === '' && /\d$/.test(number) ? `${number} ${unitIn(heading)}`.trim() : number;
}

/** Units besides kilograms and cubic metres, among them those that the server refuses; "公斤" and "千克" are kilograms. */
const UNIT =
  /(?:[ \p{Script=Han}](g|gr|grammes?|t|tonnes?|吨|lbs?|pounds?|oz|[cdm]m3?|l|litres?)|[^千](克)|[^公](斤))$/u;

const unitIn = (heading: string): string =>
  headingForms(heading).flatMap((form) => UNIT.exec(form)?.slice(1).find(Boolean) ?? [])[0] ?? '';

function unusedColumns(columns: readonly Column[], read: readonly (number | undefined)[]): string[] {
  const used = new Set(read);
  const titles = columns.filter(({ index }) => !used.has(index)).map(({ title }) => title);
  if (titles.length === 0) return [];
  return [`${titles.length > 1 ? 'Colonnes non reprises' : 'Colonne non reprise'}\u00a0: ${titles.join(', ')}.`];
}

/** Notes and remarks under a list look so, and marks that a supplier chose. */
function unusual(lines: readonly FileLine[]): string[] {
  const found = lines.filter(({ reference, problem }) => !problem && !isUsualReference(reference ?? ''));
  if (found.length === 0) return [];
  const named = found.slice(0, MAX_UNUSUAL).map(({ line, reference }) => `«\u00a0${reference}\u00a0» (ligne ${line})`);
  const more = found.length - named.length;
  return [
    `${found.length > 1 ? 'Références inhabituelles' : 'Référence inhabituelle'}, à vérifier\u00a0: ${named.join(', ')}${more > 0 ? ` et ${more} autre${more > 1 ? 's' : ''}` : ''}.`,
  ];
}

/** Whether a name has a client code or a phone number beside it, which the import reads. */
const mayNamePerson = (name: string) => mayHoldCode(name) || /\d(?:[\s.()-]?\d){7}/.test(name);

function untold(lines: readonly FileLine[]): string[] {
  const alone = lines.filter(
    ({ client, recipientPhone, recipientName, problem }) =>
      !problem && !client && !recipientPhone && !mayNamePerson(recipientName ?? ''),
  );
  if (alone.length === 0) return [];
  const said = alone.length > 1 ? `${alone.length} colis n'ont` : "1 colis n'a";
  return [
    `${said} ni client ni téléphone\u00a0: personne ne sera prévenu (${alone.length > 1 ? 'lignes' : 'ligne'} ${listedLines(alone)}).`,
  ];
}

/** The choice for each heading: the field that its column is read into, or '' for none. */
export function choiceOf({ columns }: Layout, assigned: Assignment<ImportColumn>): Record<string, string> {
  const fieldOf = new Map(IMPORT_KEYS.map((column) => [assigned[column], column] as const));
  return Object.fromEntries(
    columns.flatMap(({ key, index }) => (key === undefined ? [] : [[key, fieldOf.get(index) ?? '']])),
  );
}

/** What to do about a day that may be read in two ways. */
const AMBIGUOUS_DAY =
  "Livraison estimée\u00a0: date ambiguë, car une autre de ce fichier est à l'américaine. Écrivez 2026-12-03 ou 3 décembre 2026";

const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/;

/** The rows with a day such as 12/3/2026, where a day such as 11/25/2026 shows that months may come first. */
function ambiguousDays(rows: readonly Row[], column: number | undefined): ReadonlySet<Row> {
  const partsOf = ({ cells }: Row): [number, number] => {
    const [, first, second] = NUMERIC.exec(cells[column ?? -1]?.text ?? '') ?? [];
    return [Number(first), Number(second)];
  };
  const hasMonthFirst = rows.some((row) => {
    const [first, second] = partsOf(row);
    return first <= 12 && second > 12;
  });
  const isAmbiguous = (row: Row) => {
    const [first, second] = partsOf(row);
    return first <= 12 && second <= 12 && first !== second;
  };
  return new Set(hasMonthFirst ? rows.filter(isAmbiguous) : []);
}
