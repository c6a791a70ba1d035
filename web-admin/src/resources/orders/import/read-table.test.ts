// @vitest-environment node
import Excel from 'exceljs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../components/tables/read-table.ts';
import { plainArchive } from '../../../components/tables/read-workbook.ts';
import { mainTable } from '../../../components/tables/references.ts';
import { linesOf, problemOf } from './import-lines.ts';

type Content = string | Uint8Array<ArrayBuffer> | ArrayBuffer;

const linesIn = async (...content: Content[]) => {
  const table = mainTable(await readTables(new Blob(content)));
  return linesOf(table ?? { name: '', rows: [] });
};
const refusalOf = async (...content: Content[]) =>
  linesIn(...content).then(
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

const EXPECTED = [
  { line: 2, reference: 'FC-1', estimatedDelivery: '31/12/2026', client: 'awa' },
  { line: 4, reference: 'FÉ;2', estimatedDelivery: '', client: '' },
];

describe('a text table', () => {
  it.each([
    ['semicolons', 'Référence;Livraison estimée;Client\nFC-1;31/12/2026;awa\n\n"FÉ;2";;\n'],
    ['commas', 'Référence,Livraison estimée,Client\r\nFC-1,31/12/2026,awa\r\n,,\r\nFÉ;2,,\r\n'],
    ['tabs', 'Référence\tLivraison estimée\tClient\nFC-1\t31/12/2026\tawa\n\t\t\nFÉ;2\t\t'],
    ['a mark before it', '\ufeffRéférence;Livraison estimée;Client\nFC-1;31/12/2026;awa\n\n"FÉ;2";;\n'],
    ['columns in another order', 'N° de suivi;E-mail;Date\nFC-1;awa;31/12/2026\n\n"FÉ;2";;'],
  ])('with %s is read by its headings, with the numbers of its lines', async (_, text) => {
    expect(await linesIn(text)).toEqual(EXPECTED);
  });

  it('is read in the encodings that Excel in French writes, Unicode included', async () => {
    const text = 'Référence;Livraison estimée;Client\r\nFC-1;31/12/2026;awa\r\n;;\r\n"FÉ;2";;\r\n';
    expect(await linesIn(windows1252(text))).toEqual(EXPECTED);
    expect(await linesIn(utf16(text.replaceAll(';', '\t').replace('FÉ\t2', 'FÉ;2')))).toEqual(EXPECTED);
  });

  it('may have one line of two columns only', async () => {
    for (const delimiter of [';', ',', '\t']) {
      const [line] = await linesIn(`Référence${delimiter}Client\nFC-1${delimiter}awa\n`);
      expect(line).toMatchObject({ reference: 'FC-1', client: 'awa' });
    }
  });

  it('may have one column, a title above its headings, and unknown columns', async () => {
    expect(await linesIn('reference\nFC-1\nFC-2')).toHaveLength(2);
    const [line] = await linesIn('Arrivage de mai;;\n;;\nPoids;RÉF.;Client\n12;FC-9;2\n');
    expect(line).toEqual({ line: 4, reference: 'FC-9', estimatedDelivery: '', client: '2' });
  });

  it('has long cells truncated', async () => {
    const [line] = await linesIn(`reference\n${'A'.repeat(10_000)}`);
    expect(line?.reference).toHaveLength(250);
  });

  it.each([
    ['no column of references', 'Poids;Prix\n1;2', 'Aucune colonne «\u00a0Référence\u00a0»'],
    ['nothing', '', 'Aucune colonne'],
    ['headings alone', 'Référence;Client\n;\n', 'aucune ligne sous les titres'],
    ['2,001 lines', `reference\n${'FC-1\n'.repeat(2001)}`, '2001 lignes\u00a0: 2 000 au plus'],
    ['an open quotation mark', 'Référence;Client\nFC-1;"awa\nFC-2;b', "Un guillemet n'est pas fermé à la ligne 2"],
    ['a PDF', '%PDF-1.7\n', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'ni un classeur Excel (.xlsx)'],
    ['more than 5 MB', 'A'.repeat(5_000_001), 'dépasse 5 Mo'],
  ])('with %s is refused with a message', async (_, content, sentence) => {
    expect(await refusalOf(content)).toContain(sentence);
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
    const lines = await linesIn(file);
    expect(lines).toEqual([
      { line: 2, reference: '70123456789012', estimatedDelivery: '2026-12-31', client: '2' },
      { line: 4, reference: 'FC-ÉTÉ', estimatedDelivery: '31/12/2026', client: 'awa@example.com' },
      { line: 5, reference: 'FC-4', estimatedDelivery: '', client: '' },
      { line: 6, reference: '1.2345678901234568e+17', estimatedDelivery: '', client: '' },
    ]);
    expect(lines.map((line) => problemOf(line) !== undefined)).toEqual([false, false, false, true]);
  });

  it('may have its references on a later sheet, and be as large as two thousand lines', async () => {
    const file = await workbook((book) => {
      book.addWorksheet('Notes').addRow(['Rien ici']);
      const sheet = book.addWorksheet('Colis');
      sheet.addRow(['Client', 'Référence', 'Remarque']);
      for (let row = 0; row < 2000; row += 1) sheet.addRow([2, `FC-${row}-A`, 'x'.repeat(1000)]);
    });
    const lines = await linesIn(file);
    expect(lines).toHaveLength(2000);
    expect(lines.slice(-1)[0]).toMatchObject({ line: 2001, reference: 'FC-1999-A', client: '2' });
  }, 30_000);

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
    expect(() => plainArchive(buffer, 1000)).toThrow('Ce classeur est trop volumineux.');
    expect(plainArchive(buffer, 100_000).byteLength).toBeGreaterThan(1000);
    const lying = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(5_000_000) });
    const view = new DataView(lying.buffer);
    // The directory at the end claims ten bytes.
    view.setUint32(view.getUint32(lying.length - 6, true) + 24, 10, true);
    expect(plainArchive(new Uint8Array(lying).buffer, 100_000).byteLength).toBeLessThan(1000);
  });
});

describe('a number that a spreadsheet shortened', () => {
  it('is distinguished from a reference that looks like one', () => {
    const line = { line: 2, estimatedDelivery: '', client: '' };
    for (const reference of ['1,23457E+15', '1.5e+17', '9E12']) {
      expect(problemOf({ ...line, reference })).toContain('Excel a abrégé ce numéro');
    }
    for (const reference of ['FC-12E15', '123456', 'E12', '']) {
      expect(problemOf({ ...line, reference })).toBeUndefined();
    }
  });
});
