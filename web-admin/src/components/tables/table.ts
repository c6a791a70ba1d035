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

/** What a field contains: a number or code whose digits matter, a number to count with, a day, or any text. */
export type Content = 'code' | 'quantity' | 'day' | 'text';

const RETYPE = 'Mettez la colonne au format Texte, puis saisissez-le à nouveau';

/** Why the spreadsheet's cell cannot be read, in words; undefined when it can be. */
export function cellProblem(cell: Cell | undefined, content: Content): string | undefined {
  switch (cell?.kind) {
    case 'error':
      return `Cette cellule contient une erreur d'Excel (${cell.text})`;
    case 'uncomputed':
      return "Excel n'a pas encore calculé cette formule. Ouvrez le fichier dans Excel, puis enregistrez-le";
    case 'shortened':
      return `Excel a abrégé ce numéro. ${RETYPE}`;
    case 'ditto':
      return `«\u00a0${cell.text}\u00a0»\u00a0: recopiez la valeur`;
    case 'date':
      return content === 'code' || content === 'quantity' ? `Excel a changé ce numéro en date. ${RETYPE}` : undefined;
    case 'boolean':
      return content === 'text' ? undefined : `Excel a changé cette cellule en ${cell.text}. ${RETYPE}`;
    case 'number':
      if (content !== 'code' || cell.value === undefined) return undefined;
      if (!Number.isInteger(cell.value)) return `Excel a changé ce numéro en nombre à virgule. ${RETYPE}`;
      // A format may divide, multiply or round what it shows.
      return cell.text.replace(/\D/g, '').endsWith(String(Math.abs(cell.value)))
        ? undefined
        : `Excel a abrégé ce numéro. ${RETYPE}`;
    default:
      return undefined;
  }
}
