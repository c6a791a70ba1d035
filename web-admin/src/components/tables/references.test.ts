import { expect, it } from 'vitest';
import { referencesIn } from './list-lines.ts';
import { writtenRows } from './written-cell.ts';

const referencesOf = (...rows: string[][]) =>
  referencesIn({ name: '', rows: writtenRows(rows.map((cells) => ({ cells }))) });

it('references are those of the column with their heading, by the numbers of its rows', () => {
  const { lines, leftOut } = referencesOf(
    ['Liste du 3 mai'],
    ['Client', '(N° de suivi)'],
    ['Awa', ' FC-1 '],
    ['Issa', ''],
    ['Ali', 'FC-3'],
    ['Zoé'],
  );
  expect(lines).toEqual([
    { line: 3, reference: 'FC-1' },
    { line: 5, reference: 'FC-3' },
  ]);
  expect(leftOut).toEqual(['Lignes sans référence, laissées de côté\u00a0: 4 et 6.']);
});

it('references are those of the first column without a heading', () => {
  expect(referencesOf(['FC-1', 'Awa'], ['FC-2', 'Issa']).lines).toEqual([
    { line: 1, reference: 'FC-1' },
    { line: 2, reference: 'FC-2' },
  ]);
});

it('a reference that a spreadsheet shortened is a line with a problem', () => {
  expect(referencesOf(['Référence'], ['7,73E+11']).lines).toMatchObject([
    { line: 2, problem: expect.stringContaining('Excel a abrégé ce numéro') },
  ]);
});

it('references of a second table are read in the same column, and refused in another one', () => {
  const above = [
    ['运单号', '件数'],
    ['FC-1', '2'],
  ];
  expect(referencesOf(...above, ['运单号', '重量'], ['FC-2', '3']).lines).toHaveLength(2);
  expect(() => referencesOf(...above, ['件数', '运单号'], ['3', 'FC-2'])).toThrow('commence à la ligne 3');
});

it('references of a second column with the same heading are named', () => {
  expect(referencesOf(['运单号', '件数', '运单号'], ['FC-1', '2', 'FC-2']).leftOut).toHaveLength(1);
});
