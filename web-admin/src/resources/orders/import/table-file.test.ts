import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { readTables } from '../../../components/tables/read-table.ts';
import { forEachColumn } from './import-columns.ts';
import { linesOf, readingOf } from './import-lines.ts';
import { refusedCsv } from './table-file.ts';

const CELLS = [
  '=HYPERLINK("https://evil.example";"Voir")',
  '=1+1\n;=2+2',
  '="0012"',
  '+226 70 12 34 56',
  '-2+3',
  '@SUM(A1)',
  '＝1+1',
  "'=1+1",
  "''-1",
  '`773',
  "L'été",
  'FC-2026',
];
const lines = CELLS.map((cell, index) => ({
  line: index + 2,
  ...forEachColumn(() => cell),
  outcome: 'refused' as const,
  message: cell,
}));

describe('the file of lines to correct', () => {
  it('contains no cell that a spreadsheet would evaluate [SEC-015]', () => {
    const { data } = papa.parse<string[]>(refusedCsv(lines).slice(1), { delimiter: ';' });
    expect(data).toHaveLength(CELLS.length + 1);
    for (const cell of data.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝]/);
  });

  it('has the same content when it is imported again [SEC-015]', async () => {
    const [table] = await readTables(new Blob([refusedCsv(lines)]));
    expect(linesOf(readingOf(table ?? { name: '', rows: [] })).lines).toEqual(
      lines.map(({ outcome: _, message: __, ...line }) => line),
    );
  });
});
