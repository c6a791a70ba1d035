import readXlsxFile from 'read-excel-file/universal';
import { plainArchive } from './plain-archive.ts';

/** Far more than two thousand lines take, and still no burden for a telephone. */
const MAX_UNPACKED_BYTES = 40_000_000;

/** Excel keeps fifteen digits of a number: the others of a longer one are lost already. */
const EXACT_BELOW = 1e15;

/**
 * The sheets of a workbook: their names, and all cells as texts.
 * @throws FileRefused when it is too large, any other error when it cannot be read
 */
export async function readWorkbook(bytes: ArrayBuffer): Promise<{ name: string; rows: string[][] }[]> {
  const sheets = await readXlsxFile(plainArchive(bytes, MAX_UNPACKED_BYTES), { parseNumber: plainNumber });
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(textOf)) }));
}

/** A number as people see it, without exponent unless its last digits are lost. */
function plainNumber(text: string): string {
  const number = Number(text);
  return Math.abs(number) < EXACT_BELOW ? String(number) : number.toExponential();
}

/** Days come as the instant at which they begin in UTC. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'VRAI' : 'FAUX';
  return typeof cell === 'string' ? cell : '';
}
