// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../../components/tables/written-cell.ts';
import { IMPORT_COLUMNS, type ImportColumn } from './import-columns.ts';
import { choiceOf, linesOf, readingOf } from './import-lines.ts';

const tableOf = (...rows: string[][]) => ({ name: '', rows: writtenRows(rows.map((cells) => ({ cells }))) });

/** Usual headings of each column in French, English and Chinese. */
const HEADINGS: Record<ImportColumn, string[]> = {
  reference: [
    'Référence',
    'RÉF.',
    'N° de suivi',
    'N° colis',
    'Numéro de colis',
    'Référence colis',
    'Code de suivi',
    'N° bordereau',
    'Num suivi',
    'Colis N°',
    'Code-barres',
    'Référence (obligatoire)',
    'N° de référence',
    'Ref No.',
    'N° commande',
    'Parcel No',
    'Courier number',
    'trackingNumber',
    '国内快递单号',
    '国际单号',
    '转运单号',
    '入仓号',
    '面单号',
    '条码',
    '快遞單號',
    '運單號',
  ],
  client: [
    'Client',
    'ID client',
    "Nom d'utilisateur",
    'E-mail',
    'Adresse email',
    'Email du client',
    'Customer',
    '客户编号',
    'Client ID',
    'N° client',
    'Courriel',
    '客户代码',
    '会员号',
  ],
  recipientName: [
    'Destinataire',
    'Nom du destinataire',
    'Nom client',
    'Nom et prénoms',
    'Receiver Name',
    'Consignee',
    '收件人姓名',
    'Bénéficiaire',
    'Client Name',
    'Full name',
    '联系人',
    '客户名',
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
    'Contact client',
    'Contact destinataire',
    'Phone/WhatsApp',
    '联系人电话',
    '收件电话',
    '联系方式',
  ],
  mode: [
    'Transport',
    'Mode',
    'Mode de transport',
    'Voie',
    'Shipping method',
    '运输方式',
    'Type transport',
    "Voie d'expédition",
    'Air/Sea',
    '空运/海运',
    '渠道',
    '发货方式',
  ],
  pieces: [
    'Pièces',
    'Nb de cartons',
    'Nombre de colis',
    'Qté',
    'Quantity',
    'PCS',
    'CTNS',
    '件数',
    '箱数',
    'Nombre',
    'Sacs',
    'Qté cartons',
    'Quantité (pcs)',
    'No. of packages',
    'Pkgs',
    '总箱数',
    '件',
    '包数',
  ],
  weight: [
    'Poids',
    'Poids (kg)',
    'Poids brut',
    'Weight (kg)',
    'Gross weight',
    'G.W.',
    'KG',
    '重量(kg)',
    '毛重',
    'Pds (kg)',
    'Poids du colis',
    'Poids taxable',
    'Kilos',
    'GW(kg)',
    'Total weight',
    'Chargeable weight',
    '实际重量',
    '总毛重',
    '總重量',
  ],
  volume: ['Volume', 'Volume (m³)', 'CBM', 'M3', 'Cubage', '体积', '总体积', 'CBM Total', 'Vol (m3)', '体积/立方'],
  contents: [
    'Contenu',
    'Désignation',
    'Marchandise',
    'Nature de la marchandise',
    'Description',
    'Goods',
    '品名',
    '货物名称',
    'Nature marchandise',
    'Description of goods',
    'Commodity',
    'Product name',
    '英文品名',
    '产品名称',
    '货名',
    '品名(中文)',
  ],
  estimatedDelivery: [
    'Livraison',
    'Date livraison',
    'Date de livraison',
    'Livraison prévue',
    'ETA',
    'Delivery date',
    '预计到货时间',
    'Date arrivée',
    'Date ETA',
    '预计到港',
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

  it.each(['Dimensions', '尺寸', 'Poids unitaire', 'Container No', '唛头', 'AWB', '收货方式'])(
    'are not %s, which says something else or of several parcels [READ-008]',
    (heading) => {
      expect(readingOf(tableOf(['Référence', heading])).assigned).not.toHaveProperty('recipientPhone');
      const { assigned } = readingOf(tableOf(['Référence', heading]));
      expect(Object.keys(assigned).filter((field) => field !== 'mode')).toEqual(['reference']);
    },
  );

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

  it('name references with an unusual form, as notes under a list are, before they are imported [READ-008]', () => {
    const rows = ['FC-1001', 'Fait à Guangzhou le 30/06/2026', 'Merci', 'AWA OUAGA'].map((each) => [each, 'awa']);
    expect(linesOf(readingOf(tableOf(['Référence', 'Client'], ...rows))).leftOut).toEqual([
      'Références inhabituelles, à vérifier\u00a0: «\u00a0Fait à Guangzhou le 30/06/2026\u00a0» (ligne 3), «\u00a0Merci\u00a0» (ligne 4).',
    ]);
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

  it.each([
    ['Poids (g)', '2500', '2500 g'],
    ['重量(斤)', '25', '25 斤'],
    ['Poids (lbs)', '12', '12 lbs'],
    ['Poids (kg)', '12,5', '12,5'],
    ['Poids (g)', '2,5 kg', '2,5 kg'],
    ['Poids', '12.5公斤', '12.5公斤'],
  ])('have weights with the unit of the heading %j: %j is %j [READ-009]', (heading, cell, weight) => {
    const read = readingOf(tableOf(['Référence', heading], ['FC-1', cell]));
    const { lines } = linesOf({ ...read, assigned: { reference: 0, weight: 1 } });
    expect(lines[0]?.weight).toBe(weight);
  });
});
