import { composed, searchForm } from '@fasocolis/contracts/reading/text';
import type { Row, Table } from './table.ts';

/** The headings of a field in the form of {@link headingForms}, the most specific ones first. */
export type Headings = readonly RegExp[];

/** A column of a table. */
export interface Column {
  index: number;
  title: string;
}

/** The columns of a table and the rows below their headings. */
export interface Layout {
  columns: Column[];
  body: Row[];
}

/**
 * The headings of a column of references, without accents and punctuation. Numbers of the parcel come before those of a line
 * or a purchase.
 */
export const REFERENCE_HEADINGS = [
  /^(?:(?:numeros?|num|no?|code|reference|ref) (?:(?:de|du) )?(?:suivi|colis|tracking)|colis n[o°]?|tracking(?: ?(?:numbers?|no|n|code|id))?|(?:waybill|parcel|package)(?: (?:number|no|id))?)$/,
  /^(?:国内|国际)?(?:快递|运|物流|跟踪|追踪|包裹|货运|转运|面|快递运)(?:单)?(?:号码?|编号)$/,
  /^(?:(?:express|courier) (?:number|no)|(?:no? )?bordereau|(?:国内|国际)单号|入仓单?号|条(?:形)?码|bar ?code|codes? barres?)$/,
  /^(?:references?|refs?|code|references? fasocolis|references? obligatoire|(?:reference|ref) (?:number|no?)|(?:numero|no?) (?:de )?(?:reference|ref))$/,
  /^(?:单号|订单号|参考号|编号|order (?:number|no|id)|(?:numero|no?) (?:de )?commande)$/,
] as const;

/** The headings have to be within the first rows. */
const HEADING_WITHIN = 20;

/** The traditional characters of headings, as Hong Kong and Taiwan write them, and the simplified ones. */
const TRADITIONAL = '單號遞運數體積電話機碼總實淨計費貨聯編預達時間發輸櫃條稱際轉國訂參蹤會員戶報產內';
const SIMPLIFIED = '单号递运数体积电话机码总实净计费货联编预达时间发输柜条称际转国订参踪会员户报产内';
const simplified = new Map(Array.from(TRADITIONAL, (character, index) => [character, SIMPLIFIED.charAt(index)]));

const words = (text: string, letters: RegExp) => (text.match(letters) ?? []).join(' ');

/**
 * What a heading may be compared as, without accents and punctuation: the whole, or its Latin or its Chinese half, as in
 * "Tracking number/快递单号".
 */
export function headingForms(heading: string): string[] {
  const text = searchForm(composed(heading, 'NFKC')).replace(
    /\p{Script=Han}/gu,
    (character) => simplified.get(character) ?? character,
  );
  const whole = words(text, /[\p{L}\p{N}]+/gu);
  return [whole, words(text, /[a-z0-9]+/g), words(text, /\p{Script=Han}+/gu)].filter(Boolean);
}

const isHeadingOf = (headings: Headings, text: string) =>
  headings.some((heading) => headingForms(text).some((form) => heading.test(form)));

/** Whether a text is the heading of a column of references, as opposed to one of them, such as "单号SF1369874". */
export const isReferenceHeading = (text: string): boolean => !/\d/.test(text) && isHeadingOf(REFERENCE_HEADINGS, text);

const headingIndexOf = (rows: readonly Row[]) =>
  rows.slice(0, HEADING_WITHIN).findIndex(({ cells }) => cells.some((cell) => isReferenceHeading(cell?.text ?? '')));

/** The table to begin with: the active sheet, or another one when only that has a column of references. */
export function mainTable(tables: readonly Table[]): Table | undefined {
  return (
    tables.find(({ rows }) => headingIndexOf(rows) >= 0) ?? tables.find(({ rows }) => rows.length > 0) ?? tables[0]
  );
}

/** The first row has headings when it has texts without digits alone. */
const hasTitles = ({ cells }: Row) => cells.every((cell) => !cell || (cell.kind === 'text' && !/\d/.test(cell.text)));

/** Finds the headings of a table; columns without one are named like those of a spreadsheet. */
export function layoutOf({ rows }: Table): Layout {
  const known = headingIndexOf(rows);
  const [first] = rows;
  const index = known < 0 && first && hasTitles(first) ? 0 : known;
  const titles = rows[index]?.cells ?? [];
  const body = rows.slice(index + 1);
  const width = Math.max(titles.length, ...body.map(({ cells }) => cells.length));
  const used = Array.from({ length: width }, (_, column) => titles[column] ?? body.some(({ cells }) => cells[column]));
  const columns = used.flatMap((isUsed, column) =>
    isUsed ? [{ index: column, title: titles[column]?.text ?? `Colonne ${letterOf(column)}` }] : [],
  );
  return { columns, body };
}

/** "A", "AB". */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The key under which the choice for a column is remembered. */
export const headingKey = ({ title }: Column): string => headingForms(title)[0] ?? title;

/** The column of each field; fields that have none are missing. */
export type Assignment<F extends string> = Partial<Record<F, number>>;

/**
 * Assigns columns to fields: as was chosen for their headings before, else by their usual headings.
 * @param chosen fields by heading, '' for columns that are not to be used
 */
export function assignColumns<F extends string>(
  columns: readonly Column[],
  fields: Readonly<Record<F, Headings>>,
  chosen: Readonly<Record<string, string>> = {},
): Assignment<F> {
  const assigned = new Map<F, number>();
  const free = new Set(columns);
  const assign = (field: F, column: Column | undefined) => {
    if (!column || assigned.has(field)) return;
    assigned.set(field, column.index);
    free.delete(column);
  };
  const names = Object.keys(fields) as F[];
  for (const field of names) {
    assign(
      field,
      columns.find((column) => chosen[headingKey(column)] === field),
    );
  }
  for (const column of columns) if (chosen[headingKey(column)] === '') free.delete(column);
  for (const field of names) {
    for (const heading of fields[field]) {
      assign(
        field,
        Array.from(free).find(({ title }) => isHeadingOf([heading], title)),
      );
    }
  }
  return Object.fromEntries(assigned) as Assignment<F>;
}
