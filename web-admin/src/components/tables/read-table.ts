import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readHtml } from './read-html.ts';
import { readWorkbook } from './read-workbook.ts';
import { FileRefused, type Table } from './table.ts';

const MAX_TEXT_BYTES = 5_000_000;
/** Pictures count here, although they are not read. */
const MAX_WORKBOOK_BYTES = 60_000_000;
const ZIP = [0x50, 0x4b];
const OLD_OR_ENCRYPTED = [0xd0, 0xcf, 0x11, 0xe0];
const PDF = [0x25, 0x50, 0x44, 0x46];

const NO_TABLE = "Ce fichier n'est ni un classeur Excel (.xlsx) ni un fichier CSV.";

/** Excel 2003 could write a workbook as XML, and as a web page in one file. */
const XML_WORKBOOK =
  'Ce classeur est dans un format ancien (XML). Ouvrez-le dans Excel et enregistrez-le au format .xlsx.';
const ARCHIVED_PAGE =
  'Ce fichier est une page web archivée (.mht). Ouvrez-le dans Excel et enregistrez-le au format .xlsx.';

/** The tables of a file; its format is detected by content, not by name. @throws FileRefused */
export async function readTables(file: Blob): Promise<Table[]> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const startsWith = (signature: number[]) => signature.every((byte, index) => start[index] === byte);
  if (startsWith(OLD_OR_ENCRYPTED)) {
    throw new FileRefused(
      "Ce classeur est protégé par un mot de passe ou d'un format ancien. Enregistrez-le au format .xlsx sans mot de passe.",
    );
  }
  if (startsWith(PDF)) throw new FileRefused(NO_TABLE);
  if (startsWith(ZIP)) {
    if (file.size > MAX_WORKBOOK_BYTES)
      throw new FileRefused('Ce classeur dépasse 60\u00a0Mo. Supprimez ses photos, puis réessayez.');
    return readZipped(await file.arrayBuffer());
  }
  if (file.size > MAX_TEXT_BYTES) {
    throw new FileRefused('Ce fichier dépasse 5\u00a0Mo. Partagez-le en plusieurs fichiers.');
  }
  return readText(decodeText(new Uint8Array(await file.arrayBuffer())));
}

function readText(text: string): Table[] {
  if (text.includes('\u0000')) throw new FileRefused(NO_TABLE);
  if (/^(?:[\w-]+:.*\r?\n)*?MIME-Version:/i.test(text)) throw new FileRefused(ARCHIVED_PAGE);
  if (!/^\s*</.test(text)) return [{ name: '', rows: readCsv(text) }];
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet')) throw new FileRefused(XML_WORKBOOK);
  const tables = readHtml(text).filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) throw new FileRefused(NO_TABLE);
  return tables;
}

function readZipped(bytes: ArrayBuffer): Table[] {
  try {
    return readWorkbook(bytes);
  } catch (cause) {
    if (cause instanceof FileRefused) throw cause;
    console.warn('The workbook cannot be read', cause);
    throw new FileRefused("Ce classeur n'a pas pu être lu. Enregistrez-le à nouveau dans Excel, ou au format CSV.");
  }
}
