/** A sheet of a workbook, or the table of a text file: every cell as text. */
export interface Table {
  name: string;
  rows: string[][];
}

/** A file that cannot be read, with a message for the administrator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
