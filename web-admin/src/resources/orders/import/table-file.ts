import papa from 'papaparse';
import { saveFile } from '../../../components/save-file.ts';
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
export function saveRefused(lines: readonly JudgedLine[]): void {
  const rows = lines.map(({ reference, estimatedDelivery, client, message }) => [
    reference ?? '',
    estimatedDelivery ?? '',
    client ?? '',
    message ?? '',
  ]);
  saveText('lignes-a-corriger.csv', toCsv([[...COLUMNS, 'Problème'], ...rows]));
}

const toCsv = (rows: string[][]) => MARK + papa.unparse(rows, { delimiter: DELIMITER });

const saveText = (name: string, text: string) => saveFile(name, new Blob([text], { type: 'text/csv' }));
