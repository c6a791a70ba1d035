// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../../components/tables/written-cell.ts';
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts';
import { choiceOf, linesOf, readingOf } from './import-lines.ts';

const tableOf = (...rows: string[][]) => ({ name: '', rows: writtenRows(rows.map((cells) => ({ cells }))) });

/** Usual headings of each column in French, English and Chinese. */
const HEADINGS: Record<ImportColumn, string[]> = {
  reference: ['Référence', 'RÉF.', 'N° de suivi', 'N° colis', 'Numéro de colis', 'Référence colis', 'Code de suivi'],
  client: [
    'Client',
    'ID client',
    "Nom d'utilisateur",
    'E-mail',
    'Adresse email',
    'Email du client',
    'Customer',
    '客户编号',
  ],
  recipientName: [
    'Destinataire',
    'Nom du destinataire',
    'Nom client',
    'Nom et prénoms',
    'Receiver Name',
    'Consignee',
    '收件人姓名',
  ],
  recipientPhone: [
    'Téléphone',
    'Tél.',
    'N° de téléphone',
    'WhatsApp',
    'Phone number',
    'Receiver Contact',
    '联系电话',
    '手机号',
  ],
  mode: ['Transport', 'Mode', 'Mode de transport', 'Voie', 'Shipping method', '运输方式'],
  pieces: ['Pièces', 'Nb de cartons', 'Nombre de colis', 'Qté', 'Quantity', 'PCS', 'CTNS', '件数', '箱数'],
  weight: ['Poids', 'Poids (kg)', 'Poids brut', 'Weight (kg)', 'Gross weight', 'G.W.', 'KG', '重量(kg)', '毛重'],
  volume: ['Volume', 'Volume (m³)', 'CBM', 'M3', 'Cubage', '体积', '总体积'],
  contents: [
    'Contenu',
    'Désignation',
    'Marchandise',
    'Nature de la marchandise',
    'Description',
    'Goods',
    '品名',
    '货物名称',
  ],
  estimatedDelivery: [
    'Livraison',
    'Date livraison',
    'Date de livraison',
    'Livraison prévue',
    'ETA',
    'Delivery date',
    '预计到货时间',
  ],
  consignment: ['Expédition', "N° d'expédition", 'Code expédition', 'Consignment', 'Shipment No.', '批次号'],
};

describe('the columns of a file', () => {
  it.each(Object.entries(HEADINGS) as [ImportColumn, string[]][])(
    'that are %s are recognized by their usual headings [READ-008]',
    (column, headings) => {
      for (const heading of [...headings, ...headings.map((each) => each.toUpperCase())]) {
        const titles = column === 'reference' ? [heading] : ['Référence', heading];
        expect(readingOf(tableOf(titles)).assigned[column], heading).toBe(titles.length - 1);
      }
    },
  );

  it('are recognized by the titles of the template', () => {
    const titles = Object.values(IMPORT_COLUMNS).map(({ title }) => title);
    const indexes = Object.values(readingOf(tableOf(titles)).assigned);
    expect(indexes.sort((one, other) => one - other)).toEqual(titles.map((_, index) => index));
  });

  it('are those of the tracking number before those of the order or the line', () => {
    expect(readingOf(tableOf(['N°', 'Ref', '订单号', '快递单号'])).assigned).toEqual({ reference: 3 });
  });

  it('are not those of other dates', () => {
    for (const heading of ['Date', "Date d'achat", 'Date de départ', "Date d'expédition"]) {
      expect(readingOf(tableOf(['Référence', heading])).assigned, heading).toEqual({ reference: 0 });
    }
  });

  it('are as they were chosen for the same headings before, or not used', () => {
    const first = readingOf(tableOf(['Référence', 'Client', 'Surnom']));
    const chosen = choiceOf(first, { reference: 0, recipientName: 2 });
    const { assigned } = readingOf(tableOf(['Surnom', 'Référence', 'CLIENT', 'Tél']), chosen);
    expect(assigned).toEqual({ reference: 1, recipientName: 0, recipientPhone: 3 });
  });

  it('have letters where the first row is a line of the list', () => {
    expect(readingOf(tableOf(['FC-1001', 'Awa'])).columns).toEqual([
      { index: 0, title: 'Colonne A' },
      { index: 1, title: 'Colonne B' },
    ]);
  });
});

describe('the lines of a file', () => {
  it.each([
    [
      'no column of references',
      [
        ['Poids', 'Prix'],
        ['1', '2'],
      ],
      'Aucune colonne «\u00a0Référence\u00a0»',
    ],
    ['nothing', [], 'Ce fichier est vide.'],
    ['headings alone', [['Référence', 'Client']], 'aucune ligne avec une référence'],
    ['5,001 lines', [['Référence'], ...Array(5001).fill(['FC-1'])], '5001 lignes\u00a0: 5\u00a0000 au plus'],
  ])('are refused with a message where there is %s', (_, rows, message) => {
    expect(() => linesOf(readingOf(tableOf(...rows)))).toThrow(message);
  });

  it('have long cells truncated', () => {
    const { lines } = linesOf(readingOf(tableOf(['Référence'], ['A'.repeat(10_000)])));
    expect(lines[0]?.reference).toHaveLength(250);
  });

  it('name ten of the lines that are left out, and count the others', () => {
    const { leftOut } = linesOf(
      readingOf(tableOf(['Référence', 'Client'], ['FC-1', 'awa'], ...Array(12).fill(['', 'awa']))),
    );
    expect(leftOut).toEqual([
      'Lignes sans référence, laissées de côté\u00a0: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 et 2 autres.',
    ]);
  });
});
