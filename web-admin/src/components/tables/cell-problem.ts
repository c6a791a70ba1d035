import type { Cell } from './table.ts';

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
