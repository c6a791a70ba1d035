import { saveFile } from '@fasocolis/web-kit/save-file';
import papa from 'papaparse';
import { IMPORT_COLUMNS, IMPORT_KEYS } from './import-columns.ts';
import type { CheckedLine } from './use-import.ts';

/** Excel reads a file as UTF-8 only with this byte order mark. */
const MARK = '\ufeff';
/** As Excel in French expects. */
const DELIMITER = ';';

/** A cell that a spreadsheet would evaluate, or that begins with the mark of a text. */
const ESCAPED = /^['`=+\-@\t\r\n＝＋－＠]/;

const COLUMNS = Object.values(IMPORT_COLUMNS);
const TITLES = COLUMNS.map(({ title }) => title);

export const saveTemplate = () =>
  saveText('modele-references.csv', toCsv([TITLES, COLUMNS.map(({ example }) => example)]));

export const saveRefused = (lines: readonly CheckedLine[]) => saveText('lignes-a-corriger.csv', refusedCsv(lines));

export function refusedCsv(lines: readonly CheckedLine[]): string {
  const rows = lines.map((line) => [...IMPORT_KEYS.map((key) => line[key] ?? ''), line.message ?? '']);
  return toCsv([[...TITLES, 'Problème'], ...rows]);
}

/** Cells come from a supplier's file: those that a spreadsheet would evaluate or change are escaped. */
const toCsv = (rows: string[][]) => MARK + papa.unparse(rows, { delimiter: DELIMITER, escapeFormulae: ESCAPED });

const saveText = (name: string, text: string) => saveFile(name, new Blob([text], { type: 'text/csv' }));
