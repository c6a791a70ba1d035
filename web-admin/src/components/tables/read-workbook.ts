import { readSheet, type SheetContext, textOf } from './read-sheet.ts';
import type { Table } from './table.ts';
import { attributeOf, isTrue, readXml, relationshipsOf, xmlFiles } from './workbook-archive.ts';
import { builtInFormat } from './written-cell.ts';

/** Far more than five thousand lines need, and little enough for a phone. */
const MAX_UNPACKED_BYTES = 60_000_000;

/**
 * The visible sheets of a workbook, the active one first.
 * @throws FileRefused when it is too large, any other error when it cannot be read
 */
export function readWorkbook(bytes: ArrayBuffer): Table[] {
  const files = xmlFiles(bytes, MAX_UNPACKED_BYTES);
  const path = relationshipsOf(files, '').byType.get('officeDocument') ?? 'xl/workbook.xml';
  const { byId, byType } = relationshipsOf(files, path);
  const workbook = files.get(path);
  if (!workbook) throw new Error('The archive contains no workbook');
  const { sheets, is1904 } = readStructure(workbook);
  const context: SheetContext = {
    strings: stringsIn(files.get(byType.get('sharedStrings') ?? '')),
    formats: formatsIn(files.get(byType.get('styles') ?? '')),
    is1904,
  };
  return sheets.flatMap(({ name, id }) => {
    const file = files.get(byId.get(id) ?? '');
    return file ? [{ name, rows: readSheet(file, context) }] : [];
  });
}

function readStructure(workbook: Uint8Array) {
  const sheets: { name: string; id: string; isVisible: boolean }[] = [];
  let active = 0;
  let is1904 = false;
  readXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name === 'workbookView') active = Number(attributes.activeTab ?? 0);
      if (name !== 'sheet') return;
      const { name: title = '', state = 'visible' } = attributes;
      sheets.push({ name: title, id: attributeOf(attributes, 'id') ?? '', isVisible: state === 'visible' });
    },
  });
  const [first] = sheets.splice(active, 1);
  return { sheets: [...(first ? [first] : []), ...sheets].filter(({ isVisible }) => isVisible), is1904 };
}

function stringsIn(file: Uint8Array | undefined): string[] {
  const strings: string[] = [];
  if (!file) return strings;
  const { handler, take } = textOf();
  readXml(file, {
    ...handler,
    close(name) {
      handler.close(name);
      if (name === 'si') strings.push(take());
    },
  });
  return strings;
}

/** The pattern of each style of cells. */
function formatsIn(file: Uint8Array | undefined): (string | undefined)[] {
  const own = new Map<string, string>();
  const formats: (string | undefined)[] = [];
  let isOfCells = false;
  if (!file) return formats;
  readXml(file, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') own.set(numFmtId, formatCode);
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) formats.push(own.get(numFmtId) ?? builtInFormat(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}
