import { type CellSpec, workbook } from './workbook.ts';

/** A file as a supplier sends it, and what the import shows of it: its lines, and what is left out. */
interface ReadableFile {
  name: string;
  content: BlobPart;
  lines: string[];
  leftOut?: string[];
}

const ALONE = 'personne ne sera prévenu';
const UNCOMPUTED = "Excel n'a pas encore calculé cette formule. Ouvrez le fichier dans Excel, puis enregistrez-le";
const RETYPE = 'Mettez la colonne au format Texte, puis saisissez-le à nouveau';
const SHORTENED = `Excel a abrégé ce numéro. ${RETYPE}`;
const DATE = `Excel a changé ce numéro en date. ${RETYPE}`;
const DECIMAL = `Excel a changé ce numéro en nombre à virgule. ${RETYPE}`;

const book = (...rows: CellSpec[][]) => workbook([{ rows }]);
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** "单号;收件人\nFC-6001;张伟\n" in GBK. */
const GBK = new Uint8Array([
  ...[0xb5, 0xa5, 0xba, 0xc5, 0x3b, 0xca, 0xd5, 0xbc, 0xfe, 0xc8, 0xcb, 0x0a],
  ...[...bytes('FC-6001;'), 0xd5, 0xc5, 0xce, 0xb0, 0x0a],
]);

export const READABLE_FILES: ReadableFile[] = [
  // Kinds of cells.
  {
    name: 'a number whose format shows leading zeros',
    content: book(['Référence'], [{ v: 12_345_678, format: '0000000000' }]),
    lines: ['2 | 0012345678 | Prête'],
  },
  {
    name: 'a number whose format adds letters and hyphens',
    content: book(['Référence'], [{ v: 20_260_017, format: '"FC-"0000-0000' }]),
    lines: ['2 | FC-2026-0017 | Prête'],
  },
  {
    name: 'a number without a format',
    content: book(['Référence'], [773_412_345_678]),
    lines: ['2 | 773412345678 | Prête'],
  },
  {
    name: 'a number that is shown with an exponent but has all its digits',
    content: book(['Référence'], [{ v: 773_412_345_678, format: '0.00E+00' }]),
    lines: ['2 | 773412345678 | Prête'],
  },
  {
    name: 'a number of 18 digits, of which Excel keeps fifteen',
    content: book(['Référence'], [{ v: '123456789012345678' }], ['FC-1001']),
    lines: [`2 | 1.23456789012346e+17 | ${SHORTENED}`, '3 | FC-1001 | Prête'],
  },
  {
    name: 'texts that look like abbreviated numbers',
    content: book(['Référence'], ['26E0123'], ['2045E118'], ['7,73E+11']),
    lines: ['2 | 26E0123 | Prête', '3 | 2045E118 | Prête', '4 | 7,73E+11 | Prête'],
  },
  {
    name: 'a reference that Excel made a date',
    content: book(['Référence'], [{ v: 46_203, format: 'dd/mm/yyyy' }]),
    lines: [`2 | 2026-06-30 | ${DATE}`],
  },
  {
    name: 'a reference that Excel made a decimal number',
    content: book(['Référence'], [123_456.5]),
    lines: [`2 | 123456.5 | ${DECIMAL}`],
  },
  {
    name: 'an error in the column of references',
    content: book(['Référence'], [{ t: 'e', v: '#N/A' }], ['FC-1002']),
    lines: ["2 | #N/A | Cette cellule contient une erreur d'Excel (#N/A)", '3 | FC-1002 | Prête'],
  },
  {
    name: 'an error in another column',
    content: book(['Référence', 'Client'], ['FC-1003', { t: 'e', v: '#REF!' }]),
    lines: ["2 | FC-1003 | #REF! | Client\u00a0: Cette cellule contient une erreur d'Excel (#REF!)"],
  },
  {
    name: 'a formula that was never calculated',
    content: book(['Référence'], [{ f: 'A3' }], [{ f: '"FC-"&1', v: '' }], ['FC-1004']),
    lines: [`2 |  | ${UNCOMPUTED}`, `3 |  | ${UNCOMPUTED}`, '4 | FC-1004 | Prête'],
  },
  {
    name: 'a formula with its value',
    content: book(['Référence'], [{ t: 'str', f: '"FC-"&1005', v: 'FC-1005' }]),
    lines: ['2 | FC-1005 | Prête'],
  },
  {
    name: 'texts with the marks of texts',
    content: book(['Référence'], ["'773412345678"], ['`773412345679'], ['="0012345678"']),
    lines: ['2 | 773412345678 | Prête', '3 | 773412345679 | Prête', '4 | 0012345678 | Prête'],
  },
  {
    name: 'texts in cells, with escapes of Excel',
    content: book([{ t: 'inlineStr', inline: 'Référence' }], [{ t: 'inlineStr', inline: 'FC_x002D_1006' }]),
    lines: ['2 | FC-1006 | Prête'],
  },
  {
    name: 'dates of deliveries in several formats',
    content: book(
      ['Référence', 'Livraison estimée'],
      ['FC-1007', { v: 46_203, format: 'yyyy"年"m"月"d"日"' }],
      ['FC-1008', { v: 46_203.6, format: 'd/m/yy hh:mm' }],
      ['FC-1009', 46_203],
      ['FC-1010', '30 juin 2026'],
    ),
    lines: [
      '2 | FC-1007 | 2026-06-30 | Prête',
      '3 | FC-1008 | 2026-06-30 | Prête',
      '4 | FC-1009 | 46203 | Prête',
      '5 | FC-1010 | 30 juin 2026 | Prête',
    ],
  },
  {
    name: 'dates of a Mac of former times',
    content: workbook(
      [
        {
          rows: [
            ['Référence', 'ETA'],
            ['FC-1011', { v: 44_741, format: 'dd/mm/yyyy' }],
          ],
        },
      ],
      { is1904: true },
    ),
    lines: ['2 | FC-1011 | 2026-06-30 | Prête'],
  },
  {
    name: 'a weight that Excel made a date',
    content: book(['Référence', 'Poids'], ['FC-1012', { v: 46_154, format: 'd mmm' }]),
    lines: [`2 | FC-1012 | 2026-05-12 | Poids (kg)\u00a0: ${DATE}`],
  },
  {
    name: 'quantities with all their digits and their units',
    content: book(
      ['Référence', 'Poids', 'Pièces', 'CBM'],
      ['FC-1013', { v: 12.54, format: '0.0" kg"' }, { v: 3, format: '0" ctn"' }, 0.125],
      ['FC-1014', '2500 g', 1, '60x40x50'],
    ),
    lines: ['2 | FC-1013 | 3 ctn | 12.54 kg | 0.125 | Prête', '3 | FC-1014 | 1 | 2500 g | 60x40x50 | Prête'],
  },
  {
    name: 'weights in grams by their heading',
    content: book(['Référence', 'Poids (g)'], ['FC-1015', 2500]),
    lines: ['2 | FC-1015 | 2500 g | Prête'],
  },

  // Sheets, rows and columns.
  {
    name: 'cells that are merged over several rows',
    content: workbook([
      {
        rows: [['Référence', 'Client', 'ETA'], ['FC-2001', 'awa', '30/06/2026'], ['FC-2002'], ['FC-2003']],
        merges: ['B2:B4', 'C2:C3'],
      },
    ]),
    lines: [
      '2 | FC-2001 | awa | 30/06/2026 | Prête',
      '3 | FC-2002 | awa | 30/06/2026 | Prête',
      '4 | FC-2003 | awa |  | Prête',
    ],
  },
  {
    name: 'measures that are merged over several rows',
    content: workbook([
      {
        rows: [['Référence', 'Client', 'Poids (kg)'], ['FC-2005', 'awa', 30], ['FC-2006'], ['FC-2007', 'awa', 5]],
        merges: ['B2:B3', 'C2:C3'],
      },
    ]),
    lines: ['2 | FC-2005 | awa |  | Prête', '3 | FC-2006 | awa |  | Prête', '4 | FC-2007 | awa | 5 | Prête'],
    leftOut: [
      "Poids (kg)\u00a0: une cellule fusionnée vaut pour plusieurs lignes et n'est pas reprise (lignes 2 et 3).",
    ],
  },
  {
    name: 'a title that is merged over the columns',
    content: workbook([
      { rows: [['Arrivage de mai'], ['Référence', 'Tél.'], ['FC-2004', 70_123_456]], merges: ['A1:B1'] },
    ]),
    lines: ['3 | FC-2004 | 70123456 | Prête'],
  },
  {
    name: 'rows that are hidden or filtered out',
    content: workbook([{ rows: [['Référence'], ['FC-2005'], { cells: ['FC-2006'], isHidden: true }, ['FC-2007']] }]),
    lines: ['2 | FC-2005 | Prête', '4 | FC-2007 | Prête'],
    leftOut: ['Ligne masquée dans le fichier, laissée de côté\u00a0: 3.'],
  },
  {
    name: 'a total and a signature under the list',
    content: book(['Référence', 'Pièces'], ['FC-2008', 2], ['Total : 1 colis', 2], [], ['Signature']),
    lines: ['2 | FC-2008 | 2 | Prête'],
    leftOut: [
      'Totaux et signatures, laissés de côté\u00a0: «\u00a0Total : 1 colis\u00a0» (ligne 3), «\u00a0Signature\u00a0» (ligne 5).',
    ],
  },
  {
    name: 'a total in another column, and a reference that begins like one',
    content: book(
      ['Client', 'Référence', 'Pièces'],
      ['awa', 'TOTAL-123', 2],
      ['Sous-total', null, 2],
      ['合计', null, 2],
    ),
    lines: ['2 | TOTAL-123 | awa | 2 | Prête'],
    leftOut: [
      'Totaux et signatures, laissés de côté\u00a0: «\u00a0Sous-total\u00a0» (ligne 3), «\u00a0合计\u00a0» (ligne 4).',
    ],
  },
  {
    name: 'rows without a reference',
    content: book(['Référence', 'Client'], ['FC-2009', 'awa'], [null, 'issa'], [null, 'ali']),
    lines: ['2 | FC-2009 | awa | Prête'],
    leftOut: ['Lignes sans référence, laissées de côté\u00a0: 3 et 4.'],
  },
  {
    name: 'columns that the import does not have',
    content: book(['Référence', 'Couleur', 'Prix', 'Client'], ['FC-2010', 'rouge', 5000, 'awa']),
    lines: ['2 | FC-2010 | awa | Prête'],
    leftOut: ['Colonnes non reprises\u00a0: Couleur, Prix.'],
  },
  {
    name: 'parcels with nobody to tell',
    content: book(['Référence', 'Destinataire', 'Téléphone'], ['FC-2011', 'Awa', '70 12 34 56'], ['FC-2012', 'Issa']),
    lines: ['2 | FC-2011 | Awa | 70 12 34 56 | Prête', '3 | FC-2012 | Issa |  | Prête'],
    leftOut: [`1 colis n'a ni client ni téléphone\u00a0: ${ALONE} (ligne 3).`],
  },
  {
    name: 'headings that each printed page repeats',
    content: book(['Référence', 'Client'], ['FC-2013', 'awa'], ['Référence', 'Client'], ['FC-2014', 'awa']),
    lines: ['2 | FC-2013 | awa | Prête', '4 | FC-2014 | awa | Prête'],
  },
  {
    name: 'the sheet that is open, before another one with references',
    content: workbook(
      [
        { name: 'Avril', rows: [['Référence'], ['FC-2015']] },
        { name: 'Mai', rows: [['Référence'], ['FC-2016']] },
      ],
      { active: 1 },
    ),
    lines: ['2 | FC-2016 | Prête'],
  },
  {
    name: 'a sheet that is hidden',
    content: workbook([
      { name: 'Ancien', rows: [['Référence'], ['FC-2017']], state: 'hidden' },
      { name: 'Liste', rows: [['Référence'], ['FC-2018']] },
    ]),
    lines: ['2 | FC-2018 | Prête'],
  },
  {
    name: 'an open sheet without references, before one that has them',
    content: workbook([
      { name: 'Notes', rows: [['Rien ici']] },
      { name: 'Colis', rows: [['Référence'], ['FC-2019']] },
    ]),
    lines: ['2 | FC-2019 | Prête'],
  },

  // Headings.
  {
    name: 'the headings of a French list',
    content: book(
      ['Réf.', 'Nom du client', 'Téléphone', 'Pièces', 'Poids (kg)', 'CBM', 'Mode', 'Date livraison', 'Désignation'],
      ['FC-3001', 'Awa Ouédraogo', '70123456', 2, 12.5, 0.2, 'Bateau', '30/06/2026', 'Chaussures'],
    ),
    lines: ['2 | FC-3001 | Awa Ouédraogo | 70123456 | Bateau | 2 | 12.5 | 0.2 | Chaussures | 30/06/2026 | Prête'],
  },
  {
    name: 'the headings of an English list',
    content: book(
      [
        'Tracking No.',
        'Customer',
        'Receiver Name',
        'Receiver Contact',
        'Weight',
        'Qty',
        'Shipping mode',
        'ETA',
        'Goods',
      ],
      ['FC-3002', 'awa', 'Awa', '+226 70123456', '3 kg', 1, 'Air', '2026-06-30', 'Shoes'],
    ),
    lines: ['2 | FC-3002 | awa | Awa | +226 70123456 | Air | 1 | 3 kg | Shoes | 2026-06-30 | Prête'],
  },
  {
    name: 'the headings of a Chinese list',
    content: book(
      ['运单号', '收件人', '电话', '件数', '重量（kg）', '体积', '品名', '运输方式', '预计到达时间'],
      ['FC-3003', '张伟', '+8613812345678', 4, 20, 0.3, '鞋子', '海运', '2026年6月30日'],
    ),
    lines: ['2 | FC-3003 | 张伟 | +8613812345678 | 海运 | 4 | 20 | 0.3 | 鞋子 | 2026年6月30日 | Prête'],
  },
  {
    name: 'headings in two languages',
    content: book(['Tracking number/快递单号', 'Poids\n重量'], ['FC-3004', 5]),
    lines: ['2 | FC-3004 | 5 | Prête'],
  },
  {
    name: 'the number of the parcel beside that of the line',
    content: book(['N°', 'Ref', 'Tracking number'], [1, 'A001', 'FC-3005']),
    lines: ['2 | FC-3005 | Prête'],
    leftOut: ['Colonnes non reprises\u00a0: N°, Ref.'],
  },
  {
    name: 'a date that is not that of the delivery',
    content: book(['N° colis', 'Date', 'Client'], ['FC-3006', '31/08/2025', 'awa']),
    lines: ['2 | FC-3006 | awa | Prête'],
    leftOut: ['Colonne non reprise\u00a0: Date.'],
  },

  // Formats of files.
  {
    name: 'a workbook with photographs, larger than any list',
    content: workbook([{ rows: [['Référence'], ['FC-4001']] }], { pictures: 7_000_000 }),
    lines: ['2 | FC-4001 | Prête'],
  },
  {
    name: 'a workbook with prefixes in its files',
    content: workbook([{ rows: [['Référence'], ['FC-4002']] }], { prefix: 'x:' }),
    lines: ['2 | FC-4002 | Prête'],
  },
  {
    name: 'a workbook with the paths of Windows',
    content: workbook([{ rows: [['Référence'], ['FC-4003']] }], { hasBackslashes: true }),
    lines: ['2 | FC-4003 | Prête'],
  },
  {
    name: 'a web page under the name of a workbook',
    content:
      '<html><head><meta charset="utf-8"><style>td { color: red }</style></head><body><table><tr><th>R&eacute;f&eacute;rence</th><th>Client</th></tr><tr><td>FC-4004</td><td rowspan="2">awa</td></tr><tr><td>FC-<b>4005</b></td></tr><tr style="display:none"><td>FC-4006</td></tr></table></body></html>',
    lines: ['2 | FC-4004 | awa | Prête', '3 | FC-4005 | awa | Prête'],
    leftOut: ['Ligne masquée dans le fichier, laissée de côté\u00a0: 4.'],
  },
  {
    name: 'a CSV file with the marks of texts, errors and abbreviated numbers',
    content: 'Référence;Client\n="0012345678";awa\n\'773412345678;awa\n#N/A;awa\n7,73E+11;awa\n26E0123;awa\n',
    lines: [
      '2 | 0012345678 | awa | Prête',
      '3 | 773412345678 | awa | Prête',
      "4 | #N/A | awa | Cette cellule contient une erreur d'Excel (#N/A)",
      `5 | 7,73E+11 | awa | ${SHORTENED}`,
      '6 | 26E0123 | awa | Prête',
    ],
  },
  {
    name: 'a CSV file of Excel in French',
    content: bytes('R\xe9f\xe9rence;Destinataire;T\xe9l\r\nFC-5001;Zo\xe9;70123456\r\n'),
    lines: ['2 | FC-5001 | Zoé | 70123456 | Prête'],
  },
  {
    name: 'a CSV file of Excel in Chinese',
    content: GBK,
    lines: ['2 | FC-6001 | 张伟 | Prête'],
  },
  {
    name: 'a text with tabs in UTF-16',
    content: new Uint8Array(Uint16Array.from('\ufeffRéférence\tClient\nFC-5002\tawa\n', (c) => c.charCodeAt(0)).buffer),
    lines: ['2 | FC-5002 | awa | Prête'],
  },
];

/** Files that cannot be read, and what the import says of them. */
export const REFUSED_FILES: { name: string; content: BlobPart; refusal: string }[] = [
  { name: 'a PDF', content: '%PDF-1.7\n', refusal: "Ce fichier n'est ni un classeur Excel (.xlsx) ni un fichier CSV." },
  {
    name: 'a workbook of former times or with a password',
    content: new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    refusal: 'protégé par un mot de passe',
  },
  { name: 'half a workbook', content: book(['Référence']).slice(0, 300), refusal: "Ce classeur n'a pas pu être lu." },
  { name: 'nothing', content: '', refusal: 'Ce fichier est vide.' },
];
