import papa from 'papaparse';
import { FileRefused, type Row } from './table.ts';
import { writtenRows } from './written-cell.ts';

/**
 * The rows of a text table with any separator.
 * @throws FileRefused
 */
export function readCsv(text: string): Row[] {
  const { data, errors } = papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote) {
    throw new FileRefused(
      `Un guillemet n'est pas fermé à la ligne ${(quote.row ?? 0) + 1}. Corrigez-la, puis choisissez à nouveau le fichier.`,
    );
  }
  return writtenRows(data.map((cells) => ({ cells })));
}

/** The most frequent one in the first lines. The library's own guess fails on files of two columns and few lines. */
function delimiterOf(text: string): string {
  const start = text.split('\n', 20).join('\n');
  const count = (delimiter: string) => start.split(delimiter).length;
  return [',', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ';');
}
