import type { Cell, Row } from './table.ts';
import { isTrue, readXml } from './workbook-archive.ts';
import { numberCell, textCell } from './written-cell.ts';

/** What the cells of all sheets refer to. */
export interface SheetContext {
  strings: readonly string[];
  formats: readonly (string | undefined)[];
  is1904: boolean;
}

/** Collects the text of an element from its parts, without the phonetic readings of Japanese. */
export function textOf() {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    handler: {
      open(name: string) {
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      text(part: string) {
        if (isText) text += part;
      },
      close(name: string) {
        if (name === 'rPh') isPhonetic = false;
        isText = false;
      },
    },
    take: () => {
      const taken = text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
      text = '';
      return taken;
    },
  };
}

/** No range of a list has more rows. */
const MAX_FILLED = 5000;

interface RawCell {
  type: string;
  format: string | undefined;
  value: string;
  isFormula: boolean;
}

/** The rows of a sheet without blank ones. Merged cells fill their rows. */
export function readSheet(file: Uint8Array, context: SheetContext): Row[] {
  const rows = new Map<number, Row>();
  const merged: string[] = [];
  const inline = textOf();
  let row: Row = { line: 0, isHidden: false, cells: [] };
  let column = -1;
  let cell: RawCell | undefined;
  let isValue = false;

  readXml(file, {
    open(name, attributes) {
      inline.handler.open(name);
      isValue = name === 'v';
      if (name === 'row') {
        row = { line: Number(attributes.r) || row.line + 1, isHidden: isTrue(attributes.hidden), cells: [] };
        column = -1;
      } else if (name === 'c') {
        const { r, s = '', t = 'n' } = attributes;
        column = r ? columnOf(r) : column + 1;
        cell = { type: t, format: context.formats[Number(s || 0)], value: '', isFormula: false };
      } else if (name === 'f' && cell) cell.isFormula = true;
      else if (name === 'mergeCell') merged.push(attributes.ref ?? '');
    },
    text(part) {
      inline.handler.text(part);
      if (isValue && cell) cell.value += part;
    },
    close(name) {
      inline.handler.close(name);
      isValue = false;
      if (name === 'c' && cell) {
        const found = cellOf(cell, inline.take(), context);
        if (found) row.cells[column] = found;
        cell = undefined;
      } else if (name === 'row' && row.cells.length > 0) rows.set(row.line, row);
    },
  });
  for (const range of merged) fillDown(rows, range);
  return [...rows.values()];
}

function cellOf({ type, format, value, isFormula }: RawCell, inline: string, context: SheetContext): Cell | undefined {
  if (value === '' && isFormula && type !== 'str') return { kind: 'uncomputed', text: '' };
  switch (type) {
    case 's':
      return textCell((value === '' ? undefined : context.strings[Number(value)]) ?? '');
    case 'str':
      return textCell(value);
    case 'inlineStr':
      return textCell(inline);
    case 'e':
      return { kind: 'error', text: value };
    case 'b':
      return { kind: 'boolean', text: value === '1' ? 'VRAI' : 'FAUX' };
    case 'd':
      return { kind: 'date', text: value.slice(0, 10) };
    default:
      return value.trim() === '' || Number.isNaN(Number(value))
        ? textCell(value)
        : numberCell(Number(value), format, context.is1904);
  }
}

/** The index of the column in "AB12". */
const columnOf = (address: string) =>
  address
    .replace(/[^A-Z]/gi, '')
    .toUpperCase()
    .split('')
    .reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Copies the first cell of a range such as "B2:B4" to the rows below it. */
function fillDown(rows: Map<number, Row>, range: string): void {
  const [first = '', last = ''] = range.split(':');
  const lineOf = (address: string) => Number(address.replace(/\D/g, ''));
  const column = columnOf(first);
  const [start, end] = [lineOf(first), lineOf(last)];
  const cell = rows.get(start)?.cells[column];
  if (cell && end > start) cell.isShared = true;
  // Ranges end at the last row of the sheet when a whole column is merged.
  for (let line = start + 1; cell && line <= end && line - start <= MAX_FILLED; line += 1) {
    const cells = rows.get(line)?.cells;
    if (cells) cells[column] ??= cell;
  }
}
