import { expect, it } from 'vitest';
import { referencesIn } from './references.ts';
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
