/**
 * What a spreadsheet keeps beside the text of a cell: `shortened` is a number that lost digits, `uncomputed` a formula that
 * was never calculated, `ditto` a mark that stands for the cell above.
 */
type CellKind = 'text' | 'ditto' | 'number' | 'date' | 'boolean' | 'error' | 'shortened' | 'uncomputed';

export interface Cell {
  kind: CellKind;
  /** As the spreadsheet shows it; of a date YYYY-MM-DD. */
  text: string;
  /** The number with all its digits, where the text is a number. */
  value?: number;
  /** Whether it is merged with those of other rows. */
  isShared?: boolean;
}

export interface Row {
  /** The number that a spreadsheet shows beside it. */
  line: number;
  isHidden: boolean;
  /** Why the row as a whole cannot be read. */
  problem?: string;
  /** Empty cells are missing. */
  cells: (Cell | undefined)[];
}

/** A sheet of a workbook, or the table of a text file, without blank rows. */
export interface Table {
  name: string;
  rows: Row[];
}

/** A file that cannot be read, with a message for the administrator. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
