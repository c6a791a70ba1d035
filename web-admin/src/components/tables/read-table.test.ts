// @vitest-environment node
import Excel from 'exceljs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { mainTable } from './columns.ts';
import { readTables } from './read-table.ts';
import type { Table } from './table.ts';
import { xmlFiles } from './workbook-archive.ts';

type Content = string | Uint8Array<ArrayBuffer> | ArrayBuffer;

const read = (...content: Content[]) => readTables(new Blob(content));
/** The texts of the main table, by the numbers of their rows. */
const textsIn = async (...content: Content[]) => textsOf(mainTable(await read(...content)));
const textsOf = (table: Table | undefined) =>
  Object.fromEntries(
    (table?.rows ?? []).map(({ line, cells }) => [line, Array.from(cells, (cell) => cell?.text ?? '')]),
  );
const refusalOf = (...content: Content[]) =>
  read(...content).then(
    () => undefined,
    (error: unknown) => String(error),
  );
const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer);

async function workbook(fill: (book: Excel.Workbook) => void): Promise<Uint8Array<ArrayBuffer>> {
  const book = new Excel.Workbook();
  fill(book);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const EXPECTED = {
  1: ['Référence', 'Livraison estimée', 'Client'],
  2: ['FC-1', '31/12/2026', 'awa'],
  4: ['FÉ;2', '', ''],
};

describe('a text table', () => {
  it.each([
    ['semicolons', 'Référence;Livraison estimée;Client\nFC-1;31/12/2026;awa\n\n"FÉ;2";;\n'],
    ['commas', 'Référence,Livraison estimée,Client\r\nFC-1,31/12/2026,awa\r\n,,\r\nFÉ;2,,\r\n'],
    ['tabs', 'Référence\tLivraison estimée\tClient\nFC-1\t31/12/2026\tawa\n\t\t\nFÉ;2\t\t'],
    ['a mark before it', '\ufeffRéférence;Livraison estimée;Client\nFC-1;31/12/2026;awa\n\n"FÉ;2";;\n'],
  ])('with %s is read with the numbers of its lines', async (_, text) => {
    expect(await textsIn(text)).toEqual(EXPECTED);
  });

  it.each([
    [
      'semicolons, with decimals and lists',
      'Référence;Poids;Contenu\nFC-1;12,5;robes, sacs, chaussures, foulards\n',
      ['FC-1', '12,5', 'robes, sacs, chaussures, foulards'],
    ],
    [
      'semicolons, below a title with commas',
      'Liste, groupage, avion, juin\n快递单号;重量\nYT751;12,5\n',
      ['YT751', '12,5'],
    ],
    ['bars', 'Tracking No.|Weight|Goods\nYT751|12,5|robes, sacs\n', ['YT751', '12,5', 'robes, sacs']],
    [
      'commas, in quotation marks',
      '"Tracking No","Goods"\n"YT751","robes; sacs; pagnes"\n',
      ['YT751', 'robes; sacs; pagnes'],
    ],
    [
      'commas, with a heading of two lines',
      '"Référence\n运单号",Contenu,Poids\nYT751,robes,5\n',
      ['YT751', 'robes', '5'],
    ],
  ])('has cells between %s [READ-009]', async (_, text, cells) => {
    expect(Object.values(await textsIn(text)).pop()).toEqual(cells);
  });

  it.each(['-', '—', '/', '...', '?', 'N/A', 'n.a.', 'néant', '无'])(
    'has an empty cell where %j stands for nothing [READ-009]',
    async (nothing) => {
      expect(await textsIn(`Référence;Poids;Client\nFC-1;${nothing};awa\n`)).toMatchObject({ 2: ['FC-1', '', 'awa'] });
    },
  );

  it('is read in the encodings that Excel in French writes, Unicode included', async () => {
    const text = 'Référence;Livraison estimée;Client\r\nFC-1;31/12/2026;awa\r\n;;\r\n"FÉ;2";;\r\n';
    expect(await textsIn(windows1252(text))).toEqual(EXPECTED);
    expect(await textsIn(utf16(text.replaceAll(';', '\t').replace('FÉ\t2', 'FÉ;2')))).toEqual(EXPECTED);
  });

  it('may have one line of two columns only', async () => {
    for (const delimiter of [';', ',', '\t']) {
      expect(await textsIn(`Référence${delimiter}Client\nFC-1${delimiter}awa\n`)).toMatchObject({ 2: ['FC-1', 'awa'] });
    }
  });

  it.each([
    ['an open quotation mark', 'Référence;Client\nFC-1;"awa\nFC-2;b', "Un guillemet n'est pas fermé à la ligne 2"],
    ['a PDF', '%PDF-1.7\n', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    ['an image', '\u0089PNG\u0000', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    ['a page without a table', '<html><p>FC-1</p></html>', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    ['more than 5 MB', 'FC-1\n'.repeat(1_000_001), 'dépasse 5\u00a0Mo'],
  ])('that is %s is refused with a message', async (_, text, message) => {
    expect(await refusalOf(text)).toContain(message);
  });
});

describe('a workbook', () => {
  it('has dates as dates and numbers as displayed', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Arrivage');
      sheet.addRow(['Référence', 'Livraison estimée', 'Client']);
      sheet.addRow([70_123_456_789_012, new Date('2026-12-31'), 2]);
      sheet.addRow([]);
      sheet.addRow([{ richText: [{ text: 'FC-' }, { text: 'ÉTÉ' }] }, '31/12/2026', 'awa@example.com']);
      sheet.addRow([{ formula: 'A2', result: 'FC-4' }, null, null]);
      sheet.addRow([123_456_789_012_345_680, null, null]);
    });
    const [table] = await read(file);
    expect(textsOf(table)).toMatchObject({
      2: ['70123456789012', '2026-12-31', '2'],
      4: ['FC-ÉTÉ', '31/12/2026', 'awa@example.com'],
      5: ['FC-4'],
    });
    const kinds = table?.rows.map(({ cells }) => cells[0]?.kind);
    expect(kinds).toEqual(['text', 'number', 'text', 'text', 'shortened']);
  });

  it('may be as large as five thousand lines with long texts', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('Colis');
      sheet.addRow(['Client', 'Référence', 'Remarque']);
      for (let row = 0; row < 5000; row += 1) sheet.addRow([2, `FC-${row}-A`, `${row} `.repeat(500)]);
    });
    const [table] = await read(file);
    expect(table?.rows).toHaveLength(5001);
  }, 60_000);

  it('that is truncated, protected or invalid is refused with a message', async () => {
    const whole = await workbook((book) => book.addWorksheet('A').addRow(['Référence']));
    const unread = "Ce classeur n'a pas pu être lu.";
    expect(await refusalOf(whole.slice(0, whole.length / 2))).toContain(unread);
    expect(await refusalOf(whole.slice(0, 40), whole.slice(60))).toContain(unread);
    expect(await refusalOf('PK\u0003\u0004')).toContain(unread);
    const protectedBook = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    expect(await refusalOf(protectedBook)).toContain('protégé par un mot de passe');
  });

  it('is unpacked up to a limit only, whatever size it claims', async () => {
    const { buffer } = await workbook((book) => book.addWorksheet('A').addRow(['Référence']));
    expect(() => xmlFiles(buffer, 1000)).toThrow('Ce classeur est trop volumineux.');
    expect(xmlFiles(buffer, 100_000).has('xl/workbook.xml')).toBe(true);
    const lying = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(5_000_000) });
    const view = new DataView(lying.buffer);
    // The directory at the end claims ten bytes.
    view.setUint32(view.getUint32(lying.length - 6, true) + 24, 10, true);
    const [file] = xmlFiles(new Uint8Array(lying).buffer, 100_000).values();
    expect(file?.byteLength).toBeLessThan(1000);
  });
});
