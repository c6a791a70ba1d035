import { Parser } from 'htmlparser2';
import type { Table } from './table.ts';
import { writtenRows } from './written-cell.ts';

/** Far more than any list has. */
const MAX_SPAN = 1000;

/** Elements that begin and end a line of a cell. */
const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'li']);

const CODE: ReadonlySet<string> = new Set(['script', 'style']);

interface HtmlRow {
  cells: string[];
  isHidden: boolean;
  /** The columns of cells that are merged with those of other rows. */
  shared: Set<number>;
}

/** The tables of a web page: many systems export one under the name of a workbook. */
export function readHtml(text: string): Table[] {
  const tables: HtmlRow[][] = [];
  /** The innermost last, because layouts nest tables. */
  const open: TableBuilder[] = [];
  const innermost = () => open[open.length - 1];
  let isCode = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isCode = CODE.has(name);
      if (name === 'table') {
        const builder = new TableBuilder();
        open.push(builder);
        tables.push(builder.rows);
      } else if (name === 'tr') innermost()?.openRow(isHidden(attributes));
      else if (name === 'td' || name === 'th') innermost()?.openCell(attributes);
      else if (name === 'br' || BLOCKS.has(name)) innermost()?.addText('\n');
    },
    ontext: (part) => isCode || innermost()?.addText(part.replace(/\s+/g, ' ')),
    onclosetag(name) {
      isCode = false;
      if (name === 'table') open.pop();
      else if (name === 'td' || name === 'th') innermost()?.closeCell();
      else if (BLOCKS.has(name)) innermost()?.addText('\n');
    },
  });
  parser.end(text);
  return tables.map((rows, index) => ({ name: `Tableau ${index + 1}`, rows: writtenRows(rows) }));
}

const isHidden = ({ hidden, style = '' }: Record<string, string>) =>
  hidden !== undefined || /display\s*:\s*none/i.test(style);

const spanOf = (text = '1') => Math.min(Math.max(Number.parseInt(text, 10) || 1, 1), MAX_SPAN);

/** Puts cells where a browser shows them. */
class TableBuilder {
  readonly rows: HtmlRow[] = [];
  /** By column, the rows that a cell still fills, and its text. */
  readonly #spans = new Map<number, { rows: number; text: string }>();
  #cell: { text: string; rows: number; columns: number } | undefined;

  openRow(hidden: boolean): void {
    this.rows.push({ cells: [], isHidden: hidden, shared: new Set() });
    this.#fill();
  }

  openCell({ rowspan, colspan }: Record<string, string>): void {
    this.#cell = { text: '', rows: spanOf(rowspan), columns: spanOf(colspan) };
  }

  addText(text: string): void {
    if (this.#cell) this.#cell.text += text;
  }

  closeCell(): void {
    const row = this.rows[this.rows.length - 1];
    if (!this.#cell || !row) return;
    const { text, rows, columns } = this.#cell;
    const plain = text
      .replace(/ +/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .trim();
    if (rows > 1) {
      this.#spans.set(row.cells.length, { rows: rows - 1, text: plain });
      row.shared.add(row.cells.length);
    }
    row.cells.push(plain, ...Array.from({ length: columns - 1 }, () => ''));
    this.#cell = undefined;
    this.#fill();
  }

  /** The columns at the end of the row that a cell above fills. */
  #fill(): void {
    const { cells = [], shared } = this.rows[this.rows.length - 1] ?? {};
    for (let span = this.#spans.get(cells.length); span; span = this.#spans.get(cells.length)) {
      if (span.rows > 1) this.#spans.set(cells.length, { ...span, rows: span.rows - 1 });
      else this.#spans.delete(cells.length);
      shared?.add(cells.length);
      cells.push(span.text);
    }
  }
}
