import papa from 'papaparse';
import { saveFile } from '../../../components/save-file.ts';
import { EVALUATED } from './import-lines.ts';
import type { JudgedLine } from './use-import.ts';

/** Excel takes a file for UTF-8 only when it begins with this mark. */
const MARK = '\ufeff';
/** What Excel in French expects between columns. */
const DELIMITER = ';';

const COLUMNS = ['Référence', 'Livraison estimée', 'Client'];

/** A file to fill in. */
export const saveTemplate = () =>
  saveText('modele-references.csv', toCsv([COLUMNS, ['FC-EXEMPLE1', '31/12/2026', '']]));

/** The lines that were not imported, to be corrected and chosen again. */
export const saveRefused = (lines: readonly JudgedLine[]) => saveText('lignes-a-corriger.csv', refusedCsv(lines));

export function refusedCsv(lines: readonly JudgedLine[]): string {
  const rows = lines.map(({ reference, estimatedDelivery, client, message }) => [
    reference ?? '',
    estimatedDelivery ?? '',
    client ?? '',
    message ?? '',
  ]);
  return toCsv([[...COLUMNS, 'Problème'], ...rows]);
}

/** Cells come from a supplier's file: an apostrophe before those that a spreadsheet would evaluate keeps them texts. */
const toCsv = (rows: string[][]) => MARK + papa.unparse(rows, { delimiter: DELIMITER, escapeFormulae: EVALUATED });

const saveText = (name: string, text: string) => saveFile(name, new Blob([text], { type: 'text/csv' }));
