import papa from 'papaparse';
import { saveFile } from '../../../components/save-file.ts';
import { EVALUATED } from './import-lines.ts';
import type { CheckedLine } from './use-import.ts';

/** Excel reads a file as UTF-8 only with this byte order mark. */
const MARK = '\ufeff';
/** As Excel in French expects. */
const DELIMITER = ';';

const COLUMNS = ['Référence', 'Livraison estimée', 'Client'];

export const saveTemplate = () =>
  saveText('modele-references.csv', toCsv([COLUMNS, ['FC-EXEMPLE1', '31/12/2026', '']]));

/** The lines to correct and import again. */
export const saveRefused = (lines: readonly CheckedLine[]) => saveText('lignes-a-corriger.csv', refusedCsv(lines));

export function refusedCsv(lines: readonly CheckedLine[]): string {
  const rows = lines.map(({ reference, estimatedDelivery, client, message }) => [
    reference ?? '',
    estimatedDelivery ?? '',
    client ?? '',
    message ?? '',
  ]);
  return toCsv([[...COLUMNS, 'Problème'], ...rows]);
}

/** Cells come from a supplier's file: those that a spreadsheet would evaluate are escaped. */
const toCsv = (rows: string[][]) => MARK + papa.unparse(rows, { delimiter: DELIMITER, escapeFormulae: EVALUATED });

const saveText = (name: string, text: string) => saveFile(name, new Blob([text], { type: 'text/csv' }));
