import { IMPORT_CELL_MAX, type ImportLine } from '@fasocolis/contracts/order-import';
import { headingRowOf, plain, REFERENCE_HEADING } from '../../../components/tables/references.ts';
import { FileRefused, type Table } from '../../../components/tables/table.ts';

const MAX_LINES = 2000;

export type ImportColumn = Exclude<keyof ImportLine, 'line'>;

/**
 * The columns of an import, in the order of the template: what the file, the preview and the file of lines to correct
 * contain. `heading` matches without accents and punctuation.
 */
export const IMPORT_COLUMNS: Record<ImportColumn, { title: string; heading: RegExp; example: string }> = {
  reference: {
    title: 'Référence',
    heading: REFERENCE_HEADING,
    example: 'FC-EXEMPLE1',
  },
  estimatedDelivery: {
    title: 'Livraison estimée',
    heading: /^((date de )?livraison( estimee)?|date( estimee)?)$/,
    example: '31/12/2026',
  },
  client: {
    title: 'Client',
    heading: /^((id |email du )?client|(id |nom d )?utilisateur|(adresse )?email|e mail)$/,
    example: '',
  },
};

export const IMPORT_KEYS = Object.keys(IMPORT_COLUMNS) as ImportColumn[];

const forEachColumn = <T>(of: (column: ImportColumn) => T) =>
  Object.fromEntries(IMPORT_KEYS.map((column) => [column, of(column)])) as Record<ImportColumn, T>;

/**
 * The lines of a table below its headings, under the numbers that a spreadsheet shows beside them.
 * @throws FileRefused
 */
export function linesOf({ rows }: Table): ImportLine[] {
  const { headingRow, columns } = findColumns(rows);
  const lines = rows.slice(headingRow + 1).flatMap((row, index) => {
    const cell = (column: ImportColumn) =>
      withoutTextMark((row[columns[column]] ?? '').trim()).slice(0, IMPORT_CELL_MAX);
    const cells = forEachColumn(cell);
    return Object.values(cells).some(Boolean) ? [{ line: headingRow + 2 + index, ...cells }] : [];
  });
  if (lines.length === 0) throw new FileRefused('Ce fichier ne contient aucune ligne sous les titres de ses colonnes.');
  if (lines.length > MAX_LINES) {
    throw new FileRefused(
      `Ce fichier contient ${lines.length} lignes\u00a0: 2 000 au plus sont possibles. Partagez-le en plusieurs fichiers.`,
    );
  }
  return lines;
}

function findColumns(rows: string[][]) {
  const headingRow = headingRowOf(rows);
  const headings = (rows[headingRow] ?? []).map(plain);
  if (headingRow < 0) {
    throw new FileRefused(
      "Aucune colonne «\u00a0Référence\u00a0» n'a été trouvée. Donnez aux colonnes les titres du modèle.",
    );
  }
  const indexOf = (column: ImportColumn) =>
    headings.findIndex((heading) => IMPORT_COLUMNS[column].heading.test(heading));
  return { headingRow, columns: forEachColumn(indexOf) };
}

/** A cell that a spreadsheet would evaluate, or that is already escaped. */
export const EVALUATED = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A cell without the apostrophe that marks it as text. */
const withoutTextMark = (cell: string) => (cell.startsWith("'") && EVALUATED.test(cell) ? cell.slice(1) : cell);

/** How a spreadsheet shows a long number in a cell that is not marked as text. */
const ABBREVIATED = /^\d+([.,]\d+)?E\+?\d+$/i;

/** An error in a line that only the file shows; undefined when only the server can validate it. */
export function problemOf({ reference }: ImportLine): string | undefined {
  if (!reference || !ABBREVIATED.test(reference)) return undefined;
  return 'Excel a abrégé ce numéro. Mettez la colonne au format Texte, puis saisissez-le à nouveau';
}
