import { strToU8, zipSync } from 'fflate';

/** A cell: a text, a number, nothing, or the attributes and content of its element. */
export type CellSpec =
  | string
  | number
  | null
  | { t?: string; v?: string | number; f?: string; inline?: string; format?: string };

interface RowSpec {
  cells: CellSpec[];
  isHidden?: boolean;
}

export interface SheetSpec {
  name?: string;
  rows: (CellSpec[] | RowSpec)[];
  merges?: string[];
  state?: 'hidden' | 'veryHidden';
}

interface BookOptions {
  /** The index of the sheet that is shown first. */
  active?: number;
  is1904?: boolean;
  /** The prefix of all elements, as some programs write them. */
  prefix?: string;
  /** Whether the archive has the paths of Windows. */
  hasBackslashes?: boolean;
  /** Bytes of pictures. */
  pictures?: number;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** A workbook as Excel writes it: texts in the shared table, formats in styles. */
export function workbook(sheets: SheetSpec[], options: BookOptions = {}): Uint8Array<ArrayBuffer> {
  const { active = 0, is1904 = false, prefix = '', hasBackslashes = false, pictures = 0 } = options;
  const strings: string[] = [];
  const formats: string[] = [];
  const indexIn = (list: string[], entry: string) => {
    if (!list.includes(entry)) list.push(entry);
    return list.indexOf(entry);
  };
  const element = (name: string, attributes: string, content: string) =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`;
  const cellXml = (cell: CellSpec, address: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return cellXml({ t: 's', v: indexIn(strings, cell) }, address);
    if (typeof cell === 'number') return cellXml({ v: cell }, address);
    const { t, v, f, inline, format } = cell;
    const style = format === undefined ? '' : ` s="${indexIn(formats, format) + 1}"`;
    const type = t === undefined ? '' : ` t="${t}"`;
    const content = [
      f === undefined ? '' : element('f', '', escaped(f)),
      v === undefined ? '' : element('v', '', escaped(String(v))),
      inline === undefined ? '' : element('is', '', element('t', '', escaped(inline))),
    ];
    return element('c', ` r="${address}"${style}${type}`, content.join(''));
  };
  const sheetXml = ({ rows, merges = [] }: SheetSpec) => {
    const lines = rows.map((row, index) => {
      const { cells, isHidden = false } = Array.isArray(row) ? { cells: row } : row;
      const content = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${index + 1}`)).join('');
      return element('row', ` r="${index + 1}"${isHidden ? ' hidden="1"' : ''}`, content);
    });
    const ranges = merges.map((range) => element('mergeCell', ` ref="${range}"`, ''));
    return element(
      'worksheet',
      ` xmlns${prefix && `:${prefix.slice(0, -1)}`}="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`,
      element('sheetData', '', lines.join('')) + (ranges.length > 0 ? element('mergeCells', '', ranges.join('')) : ''),
    );
  };

  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (...each: string[]) => `<Relationships>${each.join('')}</Relationships>`;
  const sheetFiles = sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)] as const);
  const list = sheets.map(({ name = `Feuille${sheets.length}`, state }, index) =>
    element(
      'sheet',
      ` name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"${state ? ` state="${state}"` : ''}`,
      '',
    ),
  );
  const files: Record<string, string> = {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', '/xl/workbook.xml')),
    'xl/workbook.xml': element(
      'workbook',
      '',
      element('workbookPr', is1904 ? ' date1904="1"' : '', '') +
        element('bookViews', '', element('workbookView', ` activeTab="${active}"`, '')) +
        element('sheets', '', list.join('')),
    ),
    'xl/_rels/workbook.xml.rels': relations(
      ...sheets.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)),
      relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml'),
      relation('rIdStyles', 'styles', 'styles.xml'),
    ),
    ...Object.fromEntries(sheetFiles),
    'xl/sharedStrings.xml': element(
      'sst',
      '',
      strings.map((text) => element('si', '', element('t', ' xml:space="preserve"', escaped(text)))).join(''),
    ),
    'xl/styles.xml': element(
      'styleSheet',
      '',
      element(
        'numFmts',
        '',
        formats
          .map((code, index) =>
            element('numFmt', ` numFmtId="${164 + index}" formatCode="${escaped(code).replace(/"/g, '&quot;')}"`, ''),
          )
          .join(''),
      ) +
        element(
          'cellXfs',
          '',
          ['0', ...formats.map((_, index) => String(164 + index))]
            .map((id) => element('xf', ` numFmtId="${id}"`, ''))
            .join(''),
        ),
    ),
  };
  const archive = Object.entries(files).map(([path, text]) => [
    hasBackslashes ? path.replace(/\//g, '\\') : path,
    strToU8(text),
  ]);
  if (pictures > 0) archive.push(['xl/media/image1.jpeg', new Uint8Array(pictures)]);
  return new Uint8Array(zipSync(Object.fromEntries(archive), { level: pictures > 0 ? 0 : 6 }));
}
