import type { Row } from '../../../components/tables/table.ts';

/** What to do about a day that may be read in two ways. */
export const AMBIGUOUS_DAY =
  "Livraison estimée\u00a0: date ambiguë, car une autre de ce fichier est à l'américaine. Écrivez 2026-12-03 ou 3 décembre 2026";

const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/;

/** The rows with a day such as 12/3/2026, where a day such as 11/25/2026 shows that months may come first. */
export function ambiguousDays(rows: readonly Row[], column: number | undefined): ReadonlySet<Row> {
  const partsOf = ({ cells }: Row): [number, number] => {
    const [, first, second] = NUMERIC.exec(cells[column ?? -1]?.text ?? '') ?? [];
    return [Number(first), Number(second)];
  };
  const hasMonthFirst = rows.some((row) => {
    const [first, second] = partsOf(row);
    return first <= 12 && second > 12;
  });
  const isAmbiguous = (row: Row) => {
    const [first, second] = partsOf(row);
    return first <= 12 && second <= 12 && first !== second;
  };
  return new Set(hasMonthFirst ? rows.filter(isAmbiguous) : []);
}
