import { joinedWords } from '@fasocolis/contracts/reading/text';
import type { Table } from './table.ts';

/** The heading of a column of references, in its {@link plain} form. */
export const REFERENCE_HEADING = /^(references?|ref|(numero|n|code) de suivi|numero de colis|tracking( number)?)$/;

/** The headings have to be within the first rows. */
const HEADING_WITHIN = 20;

/** A heading without accents and punctuation. */
export const plain = (heading: string) => joinedWords(heading, ' ');

const isReferenceHeading = (cell: string) => REFERENCE_HEADING.test(plain(cell));

/** The index of the row with the heading of the references; -1 without one. */
export const headingRowOf = (rows: string[][]) =>
  rows.slice(0, HEADING_WITHIN).findIndex((row) => row.some(isReferenceHeading));

/** The table that has a column of references, where a workbook has several. */
export function mainTable(tables: readonly Table[]): Table | undefined {
  return tables.find(({ rows }) => headingRowOf(rows) >= 0) ?? tables[0];
}

/** The references of a table under its heading, or without one those of its first column, by the numbers of their rows. */
export function referencesIn({ rows }: Table): { line: number; reference: string }[] {
  const headingRow = headingRowOf(rows);
  const column = Math.max(0, rows[headingRow]?.findIndex(isReferenceHeading) ?? 0);
  return rows.slice(headingRow + 1).flatMap((row, index) => {
    const reference = row[column]?.trim();
    return reference ? [{ line: headingRow + 2 + index, reference }] : [];
  });
}
