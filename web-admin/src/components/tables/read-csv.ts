import papa from 'papaparse';
import { isReferenceHeading } from './columns.ts';
import { FileRefused, type Row } from './table.ts';
import { writtenRows } from './written-cell.ts';

/** The rows of a text table with any separator. @throws FileRefused */
export function readCsv(text: string): Row[] {
  const delimiter = delimiterOf(text);
  // Files that were put together have several kinds of line ends, of which the library would know one.
  const { data, errors } = papa.parse<string[]>(text.replace(/\r\n?/g, '\n'), { delimiter, newline: '\n' });
  const quote = errors.find(({ type }) => type === 'Quotes');
  if (quote) {
    throw new FileRefused(
      `Un guillemet n'est pas fermé à la ligne ${(quote.row ?? 0) + 1}. Corrigez-la, puis choisissez à nouveau le fichier.`,
    );
  }
  const heading = data.findIndex((cells) => cells.some(isReferenceHeading));
  const width = delimiter === ',' && heading >= 0 ? (data[heading]?.length ?? 0) : Number.POSITIVE_INFINITY;
  const overflow = (cells: string[], index: number) => (index > heading ? cells.slice(width) : []);
  const isOverfull = (cells: string[], index: number) => overflow(cells, index).some((cell) => cell.trim() !== '');
  // Where one line has a decimal in two cells, or too many cells, two numbers side by side may be one.
  const hasOverfull = data.some(isOverfull);
  const isShifted = (cells: string[], index: number) =>
    isOverfull(cells, index) ||
    (index > heading && (hasOverfull || overflow(cells, index).length > 0) && TWO_NUMBERS.test(cells.join()));
  return writtenRows(data.map((cells, index) => ({ cells, problem: isShifted(cells, index) ? SHIFTED : undefined })));
}

const TWO_NUMBERS = /(?:^|,)\s*\d{1,4},\d{1,3}\s*(?:,|$)/;

/** A decimal or a text with a comma is in two cells, and those after it belong to other columns, even if the last cells are blank. */
const SHIFTED =
  'Cette ligne a plus de cellules que de titres\u00a0: écrivez les décimales avec un point, et les textes qui contiennent une virgule entre guillemets';

const DELIMITERS = [';', ',', '\t', '|', '，', '；'];
/** Chinese programs end the cells of long numbers with a tab, so that spreadsheets do not shorten them. */
const TABS_AT_END = /\t+(?="?(?:[;,|]|$))/g;
/** Lines that show which one separates the cells. */
const FIRST_LINES = 20;

/**
 * The one that separates the headings, else the most frequent one in the first lines, where texts and decimals may have more
 * commas. The library's own guess fails on files of two columns and few lines.
 */
function delimiterOf(text: string): string {
  const lines = text.split(/\r\n?|\n/, FIRST_LINES).map((line) => line.replace(TABS_AT_END, ''));
  for (const line of lines) {
    const separating = DELIMITERS.filter((each) => line.includes(each) && cellsOf(line, each).some(isReferenceHeading));
    if (separating.length > 0) return mostFrequent(separating, line);
  }
  return mostFrequent(DELIMITERS, lines.join('\n'));
}

const mostFrequent = (delimiters: readonly string[], text: string) =>
  delimiters.reduce((best, other) => (text.split(other).length > text.split(best).length ? other : best));

const cellsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ''));
