import { expect, it } from 'vitest';
import { linesOfList } from './list-lines.ts';
import { cellProblem } from './table.ts';
import { numberCell, writtenRows } from './written-cell.ts';

const listOf = (...texts: string[]) => linesOfList(writtenRows(texts.map((text) => ({ cells: [text] }))), 0);

it.each([
  ...[
    'Total',
    'TOTAL GÉNÉRAL :',
    'Sous-total',
    'Grand Total (kg)',
    'TTL',
    'T O T A L',
    'REPORT',
    'À reporter :',
    'Cumul',
    'MONTANT',
    'Net à payer : 35 000',
    'Nombre total de colis',
    'Nb colis : 12',
  ],
  ...[
    'Arrêté la présente liste à 12 colis',
    'Reçu par',
    'Fait à Guangzhou, le 05/12/2026',
    'Visa',
    'Page 1/3',
    'NB : fragile',
  ],
  ...[
    '合计',
    '合  计',
    '总件数：12',
    '共12件',
    '共 3 票',
    '第 2 页',
    '本页小计',
    '总重量',
    '制表人：王',
    '审核',
    '备注：易碎',
    '以下空白',
  ],
])('%j under a list is left out of it, and named [READ-009]', (text) => {
  expect(listOf(text)).toMatchObject({ lines: [], closing: [{ line: 1, text }] });
});

it.each(['TOTAL-123', 'REPORT-7', 'CUMULUS12', 'TTL123456', 'VISA-77', '广州12', 'NB123456'])(
  '%j is a reference [READ-009]',
  (text) => {
    expect(listOf(text)).toMatchObject({ lines: [{ line: 1 }], closing: [] });
  },
);

it.each([
  ['0000000000', undefined],
  ['00-00-00-00', undefined],
  ['#,##0', undefined],
  ['"SF"0', undefined],
  ['0,', 'abrégé'],
  ['0.0,,"M"', 'abrégé'],
  ['0.00%', 'abrégé'],
  ['#,##0.00" F CFA"', 'abrégé'],
])('a number shown as %s as a reference is refused when its digits are hidden: %s [READ-009]', (format, problem) => {
  const found = cellProblem(numberCell(1_234_567, format, false), 'code');
  expect(found ?? '').toContain(problem ?? '');
  expect(found === undefined).toBe(problem === undefined);
});

it('a client called "Total" before a reference is no sum', () => {
  const rows = writtenRows([{ cells: ['TOTAL', 'FC-7ABC1'] }, { cells: ['TOTAL', 'YT7512345678901'] }]);
  expect(linesOfList(rows, 1).lines).toHaveLength(2);
});

it.each([
  ...[
    'S/TOTAL',
    'G.TOTAL',
    'TOTAL3',
    'TOTAL-GENERAL',
    'TOTAL_COLIS',
    'TOTAL/PAGE',
    'GRAND-TOTAL',
    'TOTALE',
    'TOTAUX-1',
  ],
  ...['S/Total Issa', 'Ensemble', 'Nb total', '总共3件', 'Arrêté à 3 colis', 'Le magasinier', '3 colis'],
])('%j in the column of references is no reference [READ-009]', (text) => {
  expect(linesOfList(writtenRows([{ cells: [text, '12'] }]), 0)).toMatchObject({ lines: [], closing: [{ text }] });
});

it.each(['TOTAL-123', 'TOTAL2026', 'TOT-1', 'STOTAL9', 'COLIS 3'])('%j is a reference [READ-009]', (text) => {
  expect(linesOfList(writtenRows([{ cells: [text, '12'] }]), 0).lines).toHaveLength(1);
});

it.each(['TOTAL', 'Total :', 'Sous-total', 'Total général', '合计', '小 计', '总计：'])(
  '%j before a text in the column of references is a sum [READ-009]',
  (text) => {
    const rows = writtenRows([{ cells: [text, '35 colis'] }, { cells: ['Total Burkina', 'FC-1'] }]);
    expect(linesOfList(rows, 1)).toMatchObject({ lines: [{ line: 2 }], closing: [{ line: 1, text }] });
  },
);

it.each([
  'idem',
  'Id.',
  'DITTO',
  'do',
  '-do-',
  'D°',
  'ibid.',
  'même client',
  'same',
  'as above',
  '同',
  '同上',
  '同一客户',
  '一样',
  '↑',
  '〃',
  '//',
  '- // -',
  '"',
  "''",
])('a cell with %j stands for the one above, which has to be written [READ-009]', (text) => {
  const [row] = writtenRows([{ cells: [text] }]);
  for (const content of ['code', 'quantity', 'day', 'text'] as const) {
    expect(cellProblem(row?.cells[0], content)).toBe(`«\u00a0${text}\u00a0»\u00a0: recopiez la valeur`);
  }
});

it.each(['ID', 'Idem-12', 'Id Ahmed', '//A', 'DITTO-1'])('%j is a text [READ-009]', (text) => {
  expect(writtenRows([{ cells: [text] }])[0]?.cells).toEqual([{ kind: 'text', text }]);
});
