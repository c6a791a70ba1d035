import { unzipSync, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { FileRefused } from './table.ts';

/** Far more than two thousand lines need, and little enough for a phone. */
const MAX_UNPACKED_BYTES = 40_000_000;

/** Excel keeps fifteen digits of a number. */
const EXACT_BELOW = 1e15;

/**
 * The sheets of a workbook: their names, and all cells as texts.
 * @throws FileRefused when it is too large, any other error when it cannot be read
 */
export async function readWorkbook(bytes: ArrayBuffer): Promise<{ name: string; rows: string[][] }[]> {
  const sheets = await readXlsxFile(plainArchive(bytes, MAX_UNPACKED_BYTES), { parseNumber: plainNumber });
  return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(textOf)) }));
}

/** Without exponent unless digits are lost. */
function plainNumber(text: string): string {
  const number = Number(text);
  return Math.abs(number) < EXACT_BELOW ? String(number) : number.toExponential();
}

/** Dates come as midnight in UTC. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'boolean') return cell ? 'VRAI' : 'FAUX';
  return typeof cell === 'string' ? cell : '';
}

const TOO_LARGE = 'Ce classeur est trop volumineux. Ne gardez que les colonnes utiles, puis réessayez.';

/**
 * The XML files of a zip archive as an archive without compression. The workbook library would unpack large ones with
 * code that our security policy blocks, and without a limit; here a file gets no more memory than the archive declares.
 * @throws FileRefused when its files are together larger than `maxBytes`, any other error when it is broken or
 * encrypted
 */
export function plainArchive(archive: ArrayBuffer, maxBytes: number): ArrayBuffer {
  let room = maxBytes;
  const files = unzipSync(new Uint8Array(archive), {
    filter({ name, originalSize }) {
      if (!/\.(xml|rels)$/.test(name)) return false;
      room -= originalSize;
      if (room < 0) throw new FileRefused(TOO_LARGE);
      return true;
    },
  });
  return new Uint8Array(zipSync(files, { level: 0 })).buffer;
}
