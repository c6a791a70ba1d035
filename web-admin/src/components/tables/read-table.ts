import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { FileRefused, type Table } from './table.ts';

const MAX_FILE_BYTES = 5_000_000;
const ZIP = [0x50, 0x4b];
const OLD_OR_ENCRYPTED = [0xd0, 0xcf, 0x11, 0xe0];
const PDF = [0x25, 0x50, 0x44, 0x46];

/**
 * The tables of a file; its format is detected by content, not by name.
 * @throws FileRefused
 */
export async function readTables(file: Blob): Promise<Table[]> {
  if (file.size > MAX_FILE_BYTES) {
    throw new FileRefused('Ce fichier dépasse 5 Mo. Partagez-le en plusieurs fichiers.');
  }
  const bytes = await file.arrayBuffer();
  const startsWith = (signature: number[]) => {
    const start = new Uint8Array(bytes, 0, Math.min(signature.length, bytes.byteLength));
    return signature.every((byte, index) => start[index] === byte);
  };
  if (startsWith(OLD_OR_ENCRYPTED)) {
    throw new FileRefused(
      "Ce classeur est protégé par un mot de passe ou d'un format ancien. Enregistrez-le au format .xlsx sans mot de passe.",
    );
  }
  if (startsWith(PDF)) throw new FileRefused("Ce fichier n'est ni un classeur Excel (.xlsx) ni un fichier CSV.");
  if (startsWith(ZIP)) return readZipped(bytes);
  return [{ name: '', rows: readCsv(bytes) }];
}

async function readZipped(bytes: ArrayBuffer): Promise<Table[]> {
  try {
    return await readWorkbook(bytes);
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause;
    console.warn('The workbook cannot be read', cause);
    throw new FileRefused("Ce classeur n'a pas pu être lu. Enregistrez-le à nouveau dans Excel, ou au format CSV.");
  }
}
