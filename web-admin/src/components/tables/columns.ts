import { cleanText, composed, searchForm } from '@fasocolis/contracts/reading/text';
import type { Cell, Row, Table } from './table.ts';

/** The headings of a field in the form of {@link headingForms}, the most specific ones first. */
export type Headings = readonly RegExp[];

export interface Column {
  index: number;
  title: string;
  /** Under which the choice for it is remembered; a column without a title has none. */
  key: string | undefined;
  /** Whose name or phone a column with a plain title such as "Téléphone" contains, if its neighbours tell. */
  party: Party | undefined;
}

type Party = 'sender' | 'recipient';

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
const HEADING_WITHIN = 50;

/** The traditional characters of headings, as Hong Kong and Taiwan write them, and the simplified ones. */
const TRADITIONAL = '單號遞運數體積電話機碼總實淨計費貨聯編預達時間發輸櫃條稱際轉國訂參蹤會員戶報產內';
const SIMPLIFIED = '单号递运数体积电话机码总实净计费货联编预达时间发输柜条称际转国订参踪会员户报产内';
const simplified = new Map(Array.from(TRADITIONAL, (character, index) => [character, SIMPLIFIED.charAt(index)]));

/** Chinese words of two or three characters are often spaced to the width of a column. */
export const SPACE_IN_CHINESE = /(\p{Script=Han})\s+(?=\p{Script=Han})/gu;

/** What a heading adds for those who fill the list in. */
const HINTS = /必填|选填/g;
/** What one carton has, as opposed to "QTY (CTN)". After Chinese words a slash has a unit behind it, as in "数量/CTN". */
const PER_CARTON = /([^\p{Script=Han}\s]\s*)\/\s*(ctns?|cartons?)(?=\W*$)/u;
/** A unit or a language in Chinese beside a heading in Latin letters. */
const CHINESE_UNIT = /^(?:公斤|千克|斤|克|吨|立方米?|[中英法]文)$/;

const words = (text: string, letters: RegExp) => (text.match(letters) ?? []).join(' ');

/**
 * What a heading may be compared as, without accents and punctuation: the whole, or its Chinese half, as in
 * "Tracking number/快递单号". Its Latin half alone may be a unit or a general word, as in "单价(元/kg)".
 */
export function headingForms(heading: string): string[] {
  const text = searchForm(composed(cleanText(heading), 'NFKC'))
    .replace(SPACE_IN_CHINESE, '$1')
    .replace(/\p{Script=Han}/gu, (character) => simplified.get(character) ?? character)
    .replace(HINTS, ' ')
    .replace(PER_CARTON, '$1 par $2');
  const whole = words(text, /[\p{L}\p{N}]+/gu);
  const chinese = words(text, /\p{Script=Han}+/gu);
  const isLatin = chinese === '' || CHINESE_UNIT.test(chinese);
  return [whole, isLatin ? words(text, /[a-z0-9]+/g) : '', chinese].filter(Boolean);
}

export const isHeadingOf = (headings: Headings, text: string) =>
  headings.some((heading) => headingForms(text).some((form) => heading.test(form)));

/** Whether a text is the heading of a column of references, as opposed to one of them, such as "单号SF1369874". */
export const isReferenceHeading = (text: string): boolean => !/\d/.test(text) && isHeadingOf(REFERENCE_HEADINGS, text);

const isTitle = (cell: Cell | undefined) => cell?.kind === 'text' && !/\d/.test(cell.text);

/**
 * The row of headings is the one with the most titles among those with a heading of references, since "Référence :" is
 * often alone in a cell above a list. The lines of the list end the search.
 */
function headingIndexOf(rows: readonly Row[]): number {
  let found = { index: -1, titles: 0, column: -1 };
  for (const [index, { cells }] of rows.slice(0, HEADING_WITHIN).entries()) {
    const column = cells.findIndex((cell) => isReferenceHeading(cell?.text ?? ''));
    const titles = cells.filter(isTitle).length;
    if (column >= 0 && titles > found.titles) found = { index, titles, column };
    else if (found.titles > 1 && /\d/.test(cells[found.column]?.text ?? '')) break;
  }
  return found.index;
}

/** The table to begin with: the active sheet, or another one when only that has a column of references. */
export function mainTable(tables: readonly Table[]): Table | undefined {
  return (
    tables.find(({ rows }) => headingIndexOf(rows) >= 0) ?? tables.find(({ rows }) => rows.length > 0) ?? tables[0]
  );
}

/** The first row has headings when it has texts without digits alone. */
const hasTitles = ({ cells }: Row) => cells.every((cell) => !cell || isTitle(cell));

/** Finds the headings of a table; columns without one are named like those of a spreadsheet. */
export function layoutOf({ rows }: Table): Layout {
  const known = headingIndexOf(rows);
  const [first] = rows;
  const index = known < 0 && first && hasTitles(first) ? 0 : known;
  const titles = rows[index]?.cells ?? [];
  const body = rows.slice(index + 1);
  const width = Math.max(titles.length, ...body.map(({ cells }) => cells.length));
  const used = Array.from({ length: width }, (_, column) => titles[column] ?? body.some(({ cells }) => cells[column]));
  const parties = partiesOf(titles, rows[index - 1]?.cells ?? []);
  const keys = keysOf(titles);
  const columns = used.flatMap((isUsed, column) => {
    const title = titles[column]?.text ?? `Colonne ${letterOf(column)}`;
    return isUsed ? [{ index: column, title, key: keys[column], party: parties[column] }] : [];
  });
  return { columns, body };
}

/** "A", "AB". */
const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The form of each title, with its number among those of the same form. */
function keysOf(titles: Row['cells']): (string | undefined)[] {
  const forms = Array.from(titles, (title) => title && (headingForms(title.text)[0] ?? title.text));
  return forms.map((form, column) => {
    const same = forms.filter((other) => other === form).length;
    const number = forms.slice(0, column + 1).filter((other) => other === form).length;
    return same > 1 && form !== undefined ? `${form} (${number}/${same})` : form;
  });
}

const SENDER =
  /寄件|发件|发货人|寄货人|供应商|供货商|工厂|卖家|店铺|\b(?:shippers?|senders?|suppliers?|vendors?|sellers?|factory|expediteurs?|fournisseurs?|vendeurs?)\b/;
const RECIPIENT =
  /收件|收货人|客户|\b(?:consignees?|receivers?|recipients?|customers?|destinataires?|clients?|beneficiaires?|receveurs?)\b/;

function partyOf(cell: Cell | undefined): Party | undefined {
  const [form = ''] = headingForms(cell?.text ?? '');
  if (RECIPIENT.test(form)) return 'recipient';
  return SENDER.test(form) ? 'sender' : undefined;
}

/** Columns belong to the last person who is named before them, unless a column of references is in between, or above them. */
function partiesOf(titles: Row['cells'], above: Row['cells']): (Party | undefined)[] {
  const groups = Array.from(above, partyOf);
  const hasGroups = groups.includes('sender') && groups.includes('recipient');
  let party: Party | undefined;
  return Array.from(titles, (title, column) => {
    if (hasGroups && above[column]) party = groups[column];
    if (isReferenceHeading(title?.text ?? '')) party = undefined;
    party = partyOf(title) ?? party;
    return party;
  });
}

/** The column of each field; fields that have none are missing. */
export type Assignment<F extends string> = Partial<Record<F, number>>;

interface AssignmentOptions<F extends string> {
  /** Fields by the keys of columns, '' for columns that are not to be used. */
  chosen?: Readonly<Record<string, string>>;
  /** The fields of the recipient, which the columns of a sender never are by themselves. */
  ofRecipient?: readonly F[];
}

/** Assigns columns to fields: as was chosen for their headings before, else by their usual headings. */
export function assignColumns<F extends string>(
  columns: readonly Column[],
  fields: Readonly<Record<F, Headings>>,
  { chosen = {}, ofRecipient = [] }: AssignmentOptions<F> = {},
): Assignment<F> {
  const choiceFor = ({ key }: Column) => (key === undefined ? undefined : chosen[key]);
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
      columns.find((column) => choiceFor(column) === field),
    );
  }
  for (const column of columns) if (choiceFor(column) === '') free.delete(column);
  for (const field of names) {
    const find = ofRecipient.includes(field) ? columnOfRecipient : firstColumn;
    assign(field, find(Array.from(free), fields[field]));
  }
  return Object.fromEntries(assigned) as Assignment<F>;
}

const firstColumn = (columns: readonly Column[], headings: Headings): Column | undefined =>
  headings.flatMap((heading) => columns.find(({ title }) => isHeadingOf([heading], title)) ?? [])[0];

/** A column of the recipient, else one that may be theirs unless another one has the same heading. */
function columnOfRecipient(columns: readonly Column[], headings: Headings): Column | undefined {
  const ofParty = (party?: Party) => columns.filter((column) => column.party === party);
  const found = firstColumn(ofParty('recipient'), headings);
  if (found) return found;
  const possible = firstColumn(ofParty(), headings);
  return possible && isRepeated(possible.title, ofParty()) ? undefined : possible;
}

const isRepeated = (title: string, columns: readonly Column[]) => {
  const [form] = headingForms(title);
  return columns.filter((other) => headingForms(other.title)[0] === form).length > 1;
};
