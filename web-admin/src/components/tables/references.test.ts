import { expect, it } from 'vitest';
import { referencesIn } from './references.ts';

const referencesOf = (...rows: string[][]) => referencesIn({ name: '', rows });

it('references are those of the column with their heading, by the numbers of its rows', () => {
  expect(
    referencesOf(
      ['Liste du 3 mai'],
      ['Client', '(N° de suivi)'],
      ['Awa', ' FC-1 '],
      ['Issa', ''],
      ['Ali', 'FC-3'],
      ['Zoé'],
    ),
  ).toEqual([
    { line: 3, reference: 'FC-1' },
    { line: 5, reference: 'FC-3' },
  ]);
});

it('references are those of the first column without a heading', () => {
  expect(referencesOf(['FC-1', 'Awa'], ['FC-2', 'Issa'])).toEqual([
    { line: 1, reference: 'FC-1' },
    { line: 2, reference: 'FC-2' },
  ]);
});
