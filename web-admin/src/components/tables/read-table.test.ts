import Excel from 'exceljs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { mainTable } from './columns.ts';
import { readSheet } from './read-sheet.ts';
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
const encode = (text: string) => new TextEncoder().encode(text);
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
    [
      'commas, below spaced headings',
      ' 运 单 号 ,件 数,重 量\nYT7512345678901,2,12.5\n',
      ['YT7512345678901', '2', '12.5'],
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

  it.each([
    '-',
    '—',
    '/',
    '...',
    '?',
    'N/A',
    'n.a.',
    'néant',
    '无',
    ...['NULL', 'NA', 'None', 'nan', ':---', '---:', ':-:'],
  ])('has an empty cell where %j stands for nothing [READ-009]', async (nothing) => {
    expect(await textsIn(`Référence;Poids;Client\nFC-1;${nothing};awa\n`)).toMatchObject({ 2: ['FC-1', '', 'awa'] });
  });

  it('is read in the encodings that Excel in French writes, Unicode included', async () => {
    const text = 'Référence;Livraison estimée;Client\r\nFC-1;31/12/2026;awa\r\n;;\r\n"FÉ;2";;\r\n';
    expect(await textsIn(windows1252(text))).toEqual(EXPECTED);
    expect(await textsIn(utf16(text.replaceAll(';', '\t').replace('FÉ\t2', 'FÉ;2')))).toEqual(EXPECTED);
  });

  it('is read in the encoding of a Macintosh, and refused in that of MS-DOS, whose accents would be others', async () => {
    const encoded = (accent: number) =>
      Uint8Array.from('Référence;Client\nFC-1;Ouédraogo\n', (c) => (c === 'é' ? accent : c.charCodeAt(0)));
    expect(await textsIn(encoded(0x8e))).toEqual({ 1: ['Référence', 'Client'], 2: ['FC-1', 'Ouédraogo'] });
    expect(await refusalOf(encoded(0x82))).toContain('Enregistrez-le au format .xlsx ou CSV UTF-8.');
  });

  it.each(['Amadé Zongo', '"Salif Traoré"', 'Zoé'])(
    'is read in that of a Macintosh with the only accent in %s',
    async (name) => {
      const file = Uint8Array.from(`Ref;Destinataire\nFC-1;${name}\n`, (c) => (c === 'é' ? 0x8e : c.charCodeAt(0)));
      expect(await textsIn(file)).toMatchObject({ 2: ['FC-1', name.replaceAll('"', '')] });
    },
  );

  it('is read in French where quotes are its only signs outside ASCII', async () => {
    const file = windows1252('Ref;Contenu\nFC-1;20 «\u00a0robes\u00a0» rouges\n');
    expect(await textsIn(file)).toMatchObject({ 2: ['FC-1', '20 «\u00a0robes\u00a0» rouges'] });
  });

  it.each(['Désignation', 'Créée', 'Zoé'])('is refused in the encoding of MS-DOS with %s [READ-009]', async (word) => {
    const file = Uint8Array.from(`Référence;${word}\nFC-1;x\n`.replaceAll('Référence', 'Reference'), (c) =>
      c === 'é' ? 0x82 : c.charCodeAt(0),
    );
    expect(await refusalOf(file)).toContain('Les accents de ce fichier sont illisibles.');
  });

  it('is read in Chinese where French names are its only signs outside ASCII', async () => {
    const chinese = { é: [0xa8, 0xa6], è: [0xa8, 0xa8] } as Record<string, number[]>;
    const text = 'Tracking No,Name\nYT751,Ouédraogo Issa\nYT752,Aimée\n';
    const file = Uint8Array.from(Array.from(text, (c) => chinese[c] ?? [c.charCodeAt(0)]).flat());
    expect(await textsIn(file)).toMatchObject({ 2: ['YT751', 'Ouédraogo Issa'], 3: ['YT752', 'Aimée'] });
  });

  it('is read in the encoding of Hong Kong and Taiwan [READ-009]', async () => {
    // 陳大文 and 王美麗.
    const names = [
      [0xb3, 0xaf, 0xa4, 0x6a, 0xa4, 0xe5],
      [0xa4, 0xfd, 0xac, 0xfc, 0xc4, 0x52],
    ];
    const file = [...encode('Ref,Consignee\nYT1,'), ...(names[0] ?? []), ...encode('\nYT2,'), ...(names[1] ?? [])];
    expect(await textsIn(Uint8Array.from(file))).toMatchObject({ 2: ['YT1', '陳大文'], 3: ['YT2', '王美麗'] });
  });

  it.each([
    ['Arabic', [0xda, 0xc7, 0xc6, 0xd4, 0xc9]],
    ['Cyrillic', [0xc0, 0xe9, 0xf8, 0xe0]],
    ['Chinese, with rare characters alone', [0xe9, 0x46, 0x86, 0xb4]],
  ])('is refused with a name in %s, whose encoding nothing shows', async (_, name) => {
    const file = Uint8Array.from([...encode('Ref;Nom\nFC-1;'), ...name]);
    expect(await refusalOf(file)).toContain('Les accents de ce fichier sont illisibles.');
  });

  it('may have several kinds of line ends', async () => {
    expect(await textsIn('Ref;Contenu\rFC-1;robes\r\nFC-2;sacs\nFC-3;tv')).toMatchObject({
      2: ['FC-1', 'robes'],
      3: ['FC-2', 'sacs'],
      4: ['FC-3', 'tv'],
    });
  });

  it('is refused as a web page in one file, with what to do', async () => {
    const page = 'From: <Saved by Blink>\r\nMIME-Version: 1.0\r\n\r\n<table></table>';
    expect(await refusalOf(page)).toContain('(.mht). Ouvrez-le dans Excel et enregistrez-le au format .xlsx.');
  });

  it('is read in ISO-8859-15 with "œ"', async () => {
    const file = Uint8Array.from('Ref;Contenu\nFC-1;Sœur\n', (c) => (c === 'œ' ? 0xbd : c.charCodeAt(0)));
    expect(await textsIn(file)).toMatchObject({ 2: ['FC-1', 'Sœur'] });
  });

  it('is read in UTF-16 without its mark', async () => {
    expect(await textsIn(utf16('Ref\tClient\nFC-1\tAimée\n').slice(2))).toMatchObject({ 2: ['FC-1', 'Aimée'] });
  });

  it.each(['KABORÉ ÉLISE', 'SAWADOGO AIMÉE'])('is refused in the encoding of MS-DOS with %s', async (name) => {
    const file = Uint8Array.from(`Ref;Nom\nFC-1;${name}\n`, (c) => (c === 'É' ? 0x90 : c.charCodeAt(0)));
    expect(await refusalOf(file)).toContain('Les accents de ce fichier sont illisibles.');
  });

  it('is refused when its accents were encoded twice', async () => {
    expect(await refusalOf('Ref;Nom\nFC-1;AimÃ©e\n')).toContain('Les accents de ce fichier sont illisibles.');
  });

  it('may have the commas of a Chinese keyboard', async () => {
    expect(await textsIn('Ref，Client\nFC-1，Awa\n')).toMatchObject({ 2: ['FC-1', 'Awa'] });
  });

  it('has long numbers without the decimal that a program has added [READ-009]', async () => {
    expect(await textsIn('Référence;Poids\n773412345678.0;12.0\n')).toMatchObject({ 2: ['773412345678', '12.0'] });
  });

  it.each([
    '运单号\t,收货人\t,件数\t\nYT751\t,张伟\t,2\t\n',
    '"运单号\t","收货人\t","件数\t"\n"YT751\t","张伟\t","2\t"\n',
    '运单号\t;收货人\t;件数\nYT751\t;张伟\t;2\n',
  ])('has cells that end with tabs: %j [READ-009]', async (text) => {
    expect(await textsIn(text)).toEqual({ 1: ['运单号', '收货人', '件数'], 2: ['YT751', '张伟', '2'] });
  });

  it.each([
    ['N° colis,Poids,Client\nFC-1,12,5,awa\nFC-2,3,awa\n', [true, false]],
    ['Liste,1,2,3\nN° colis,Contenu,Client\nFC-1,"robes, sacs",awa\nFC-2,robes, sacs,awa\n', [false, true]],
    ['N° colis,Poids,Client,\nFC-1,3,awa,note\nFC-2,3,awa,,\n', [false, false]],
    ['N° colis;Poids\nFC-1;12,5\nFC-2;3;note\n', [false, false]],
    ['Ref,Nom,Poids,Pièces,Contenu,Note\nFC-1,Awa,12,5,2,,\nFC-2,Awa,12.5,sacs,,,\n', [true, false]],
    ['Ref,Poids,Pièces,Contenu,\nFC-1,12,5,2,Sac,\nFC-2,3,sacs,2,\n', [true, false]],
    ['Ref,Nom,Poids,Pièces,Contenu\nFC-1,Awa,12,5,2,sac\nFC-2,Awa,12,5,2\n', [true, true]],
  ])('has lines with a problem where a comma has moved cells: %j [READ-009]', async (text, expected) => {
    const rows = mainTable(await read(text))?.rows.slice(-2) ?? [];
    expect(rows.map(({ problem }) => problem?.startsWith('Cette ligne a plus de cellules') ?? false)).toEqual(expected);
  });

  it.each([
    ['Ref;Poids\nFC-1;1,250\nFC-2;12.50\n', '1250'],
    ['Ref;Poids\nFC-1;1.250\nFC-2;12,50\n', '1250'],
    ['Ref;Poids\nFC-1;1,250\nFC-2;12,5\n', '1,250'],
    ['Ref;Poids\nFC-1;1,250\nFC-2;12,5\nFC-3;12.5\n', '1,250'],
  ])('has thousands where the decimals of the column have another sign: %j', async (text, number) => {
    expect(await textsIn(text)).toMatchObject({ 2: ['FC-1', number] });
  });

  it('may have one line of two columns only', async () => {
    for (const delimiter of [';', ',', '\t']) {
      expect(await textsIn(`Référence${delimiter}Client\nFC-1${delimiter}awa\n`)).toMatchObject({ 2: ['FC-1', 'awa'] });
    }
  });

  it.each([
    ['an open quotation mark', 'Référence;Client\nFC-1;"awa\nFC-2;b', "Un guillemet n'est pas fermé à la ligne 2"],
    ['a PDF', '%PDF-1.7\n', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    [
      'a workbook in XML',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>',
      'Ouvrez-le dans Excel et enregistrez-le au format .xlsx.',
    ],
    ['an image', '\u0089PNG\u0000', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    ['a page without a table', '<html><p>FC-1</p></html>', 'ni un classeur Excel (.xlsx) ni un fichier CSV'],
    ['more than 5 MB', 'FC-1\n'.repeat(1_000_001), 'dépasse 5\u00a0Mo'],
  ])('that is %s is refused with a message', async (_, text, message) => {
    expect(await refusalOf(text)).toContain(message);
  });
});

describe('a web page', () => {
  it('has no text of scripts and styles in its cells', async () => {
    const cell = '<style>td { color: red }</style>FC-1<script>go()</script>';
    expect(await textsIn(`<table><tr><td>Ref</td></tr><tr><td>${cell}</td></tr></table>`)).toMatchObject({
      2: ['FC-1'],
    });
  });

  it.each([
    ['<p>YT751</p><p>YT752</p>', 'YT751\nYT752'],
    ['YT751<br>YT752', 'YT751\nYT752'],
    ['<div>YT751</div>\n  <div>YT752</div>', 'YT751\nYT752'],
    ['<ul><li>YT751<li>YT752</ul>', 'YT751\nYT752'],
    ['<p> YT<b>75</b>1 </p>', 'YT751'],
    ['Awa\n   Ouédraogo', 'Awa Ouédraogo'],
  ])('has a cell with %j of as many lines [READ-009]', async (cell, text) => {
    expect(await textsIn(`<table><tr><td>N° colis</td></tr><tr><td>${cell}</td></tr></table>`)).toMatchObject({
      2: [text],
    });
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

  it('has long numbers in texts without an added decimal, and nothing where a text is missing [READ-009]', async () => {
    const file = await workbook((book) => {
      const sheet = book.addWorksheet('A');
      sheet.addRow(['Référence', 'Client']);
      sheet.addRow(['773412345678901.0', 'awa']);
    });
    expect(await textsIn(file)).toMatchObject({ 2: ['773412345678901', 'awa'] });
    const sheet = encode('<worksheet><row r="1"><c r="A1" t="s"/><c r="B1" t="s"><v>0</v></c></row></worksheet>');
    expect(readSheet(sheet, { strings: ['FC-1'], formats: [], is1904: false })[0]?.cells).toEqual([
      undefined,
      { kind: 'text', text: 'FC-1' },
    ]);
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
