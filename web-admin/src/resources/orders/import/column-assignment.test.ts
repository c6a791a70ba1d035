import { describe, expect, it } from 'vitest';
import { writtenRows } from '../../../components/tables/written-cell.ts';
import type { ImportColumn } from './import-columns.ts';
import { choiceOf, readingOf } from './import-lines.ts';

const tableOf = (...rows: string[][]) => ({ name: '', rows: writtenRows(rows.map((cells) => ({ cells }))) });

describe('the columns that a file is read from', () => {
  it('are as they were chosen for the same headings before, or not used', () => {
    const first = readingOf(tableOf(['Référence', 'Client', 'Surnom']));
    const chosen = choiceOf(first, { reference: 0, recipientName: 2 });
    const { assigned } = readingOf(tableOf(['Surnom', 'Référence', 'CLIENT', 'Tél']), chosen);
    expect(assigned).toEqual({ reference: 1, recipientName: 0, recipientPhone: 3 });
  });

  it.each<[string[], Partial<Record<ImportColumn, number>>]>([
    [
      ['运单号', '寄件人', '电话', '收件人', '电话', '件数'],
      { reference: 0, recipientName: 3, recipientPhone: 4, pieces: 5 },
    ],
    [['Tracking No', 'Shipper', 'Phone', 'Consignee', 'Phone'], { reference: 0, recipientName: 3, recipientPhone: 4 }],
    [
      ['N° colis', 'Expéditeur', 'Téléphone', 'Destinataire', 'Téléphone'],
      { reference: 0, recipientName: 3, recipientPhone: 4 },
    ],
    [
      ['N° colis', 'Destinataire', 'Téléphone', 'Expéditeur', 'Téléphone'],
      { reference: 0, recipientName: 1, recipientPhone: 2 },
    ],
    [['运单号', '供应商', '联系人', '电话', '客户', '手机'], { reference: 0, client: 4, recipientPhone: 5 }],
    [['Tracking No', 'Supplier', 'Name', 'Phone', 'Weight'], { reference: 0, weight: 4 }],
    [['Tracking No', 'Supplier', 'Weight', 'Receiver Phone'], { reference: 0, weight: 2, recipientPhone: 3 }],
    [['N° colis', 'WhatsApp', 'Client', 'Téléphone'], { reference: 0, client: 2, recipientPhone: 3 }],
    [['N° colis', 'Destinataire', 'Téléphone', 'Téléphone'], { reference: 0, recipientName: 1, recipientPhone: 2 }],
    [['运单号', '姓名', '电话', '姓名', '电话'], { reference: 0 }],
    [['Fournisseur', 'N° colis', 'Nom', 'Téléphone'], { reference: 1, recipientName: 2, recipientPhone: 3 }],
    [['Expéditeur', 'Tél', 'N° colis', 'Nom', 'Tél'], { reference: 2, recipientName: 3, recipientPhone: 4 }],
    [['N° colis', 'Téléphone', 'WhatsApp'], { reference: 0, recipientPhone: 1 }],
  ])('%j have the name and phone of the recipient, never those of a sender [READ-008]', (titles, assigned) => {
    expect(readingOf(tableOf(titles)).assigned).toEqual(assigned);
  });

  it.each([
    [
      ['', '寄件人信息', '', '收件人信息', ''],
      ['运单号', '姓名', '电话', '姓名', '电话'],
    ],
    [
      ['运单号', 'Shipper', '', 'Consignee', ''],
      ['运单号', 'Name', 'Phone', 'Name', 'Phone'],
    ],
  ])('are those of the recipient below the groups %j [READ-008]', (groups, titles) => {
    expect(readingOf(tableOf(groups, titles)).assigned).toEqual({ reference: 0, recipientName: 3, recipientPhone: 4 });
  });

  it('are as they were chosen among several with the same heading, and letters are forgotten', () => {
    const titles = ['运单号', '姓名', '电话', '姓名', '电话', ''];
    const read = readingOf(tableOf(titles, ['FC-1', 'Li', '13', 'Awa', '70', 'x']));
    const chosen = choiceOf(read, { reference: 0, recipientName: 3, recipientPhone: 4, contents: 5 });
    expect(readingOf(tableOf(titles, ['FC-2', '', '', '', '', 'x']), chosen).assigned).toEqual({
      reference: 0,
      recipientName: 3,
      recipientPhone: 4,
    });
    expect(readingOf(tableOf(['运单号', '电话']), chosen).assigned).toEqual({ reference: 0, recipientPhone: 1 });
  });

  it.each([
    [
      [
        ['Référence :', 'LOT-12'],
        ['Client', 'N° colis', 'Poids'],
      ],
      { client: 0, reference: 1, weight: 2 },
    ],
    [[['运单号：'], ['日期', '2026-11-02'], ['件数', '运单号', '重量']], { pieces: 0, reference: 1, weight: 2 }],
    [[['BORDEREAU'], ['Poids', 'N° de suivi']], { weight: 0, reference: 1 }],
    [
      [
        ['', 'WAYBILL'],
        ['Tracking No', 'Weight'],
      ],
      { reference: 0, weight: 1 },
    ],
    [
      [
        ['N° colis', 'Poids'],
        ['FC-1', '2'],
        ['N° colis', 'Client', 'Poids'],
      ],
      { reference: 0, weight: 1 },
    ],
  ])('are not those of a title above them: %j [READ-008]', (rows, assigned) => {
    expect(readingOf(tableOf(...rows)).assigned).toEqual(assigned);
  });

  it.each<[string[], Partial<Record<ImportColumn, number>>]>([
    [['运单号', '品名', '数量', '箱数', '重量(kg)'], { reference: 0, contents: 1, pieces: 3, weight: 4 }],
    [['Tracking No', 'Goods', 'PCS', 'CTNS'], { reference: 0, contents: 1, pieces: 3 }],
    [['N° colis', 'Quantité', 'Nb colis'], { reference: 0, pieces: 2 }],
    [['运单号', '数量', '件数'], { reference: 0, pieces: 2 }],
    [['Tracking No', 'QTY', 'QTY (CTN)'], { reference: 0, pieces: 2 }],
    [['运单号', '件数/CTNS'], { reference: 0, pieces: 1 }],
    [['Tracking No', 'QTY/CTN', 'QTY'], { reference: 0, pieces: 2 }],
    ...[
      '数量/CTN',
      '数量/CTNS',
      '数量(箱)',
      '数量/箱',
      '数量（件）',
      'Qté (cartons)',
      'Quantité de cartons',
      'Carton QTY',
    ].map((cartons): [string[], Partial<Record<ImportColumn, number>>] => [
      ['运单号', '数量', 'PCS', cartons],
      { reference: 0, pieces: 3 },
    ]),
    [['运单号', '数量/CTN', '箱数'], { reference: 0, pieces: 2 }],
    [['Tracking No', 'QTY/CTN', 'PCS/CTN', 'Qté/carton', 'QTY / CTNS'], { reference: 0 }],
    [['运单号', '净重(kg)', '毛重(kg)'], { reference: 0, weight: 2 }],
    [['N° colis', 'Poids net', 'Poids brut'], { reference: 0, weight: 2 }],
    [['Tracking No', 'Net weight', 'Weight', 'G.W.'], { reference: 0, weight: 3 }],
    [['Tracking No', 'Net weight', 'Weight'], { reference: 0, weight: 2 }],
    [['运单号', '净重'], { reference: 0, weight: 1 }],
    [['Tracking No', 'Volume (cm)'], { reference: 0 }],
  ])('%j have cartons before goods, and gross weights before net ones [READ-008]', (titles, assigned) => {
    expect(readingOf(tableOf(titles)).assigned).toEqual(assigned);
  });

  it('have letters where the first row is a line of the list', () => {
    expect(readingOf(tableOf(['FC-1001', 'Awa'])).columns).toEqual([
      { index: 0, title: 'Colonne A' },
      { index: 1, title: 'Colonne B' },
    ]);
  });
});
