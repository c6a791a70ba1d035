import papa from 'papaparse';
import { FileRefused } from './table.ts';

/**
 * The rows of a text table, with any separator and in any encoding of Excel.
 * @throws FileRefused
 */
export function readCsv(bytes: ArrayBuffer): string[][] {
  const text = decode(new Uint8Array(bytes));
  if (text.includes('\u0000'))
    throw new FileRefused("Ce fichier n'est ni un classeur Excel (.xlsx) ni un fichier CSV.");
  const { data, errors } = papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote) {
    throw new FileRefused(
      `Un guillemet n'est pas fermé à la ligne ${(quote.row ?? 0) + 1}. Corrigez-la, puis choisissez à nouveau le fichier.`,
    );
  }
  return data;
}

/** The most frequent one in the first lines. The library's own guess fails on files of two columns and few lines. */
function delimiterOf(text: string): string {
  const start = text.split('\n', 20).join('\n');
  const count = (delimiter: string) => start.split(delimiter).length;
  return [',', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best), ';');
}

/** UTF-8, else the encoding of Excel in French; UTF-16 with a byte order mark. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
