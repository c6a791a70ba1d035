import { cellProblem } from './cell-problem.ts';
import { assignColumns, layoutOf, REFERENCE_HEADINGS } from './columns.ts';
import { leftOutSentences, linesOfList, secondReferences } from './list-lines.ts';
import type { Table } from './table.ts';

/** A line of a list of references, with what is wrong with its cell. */
export interface ReferenceLine {
  line: number;
  reference: string;
  problem?: string;
}

/**
 * The references of a table under its heading, or without one those of its first column, and what is left out.
 * @throws FileRefused
 */
export function referencesIn(table: Table): { lines: ReferenceLine[]; leftOut: string[] } {
  const { columns, body } = layoutOf(table);
  const { reference } = assignColumns(columns, { reference: REFERENCE_HEADINGS });
  // Without headings, a first row of letters alone is a reference like the others.
  const rows = reference === undefined ? table.rows : body;
  const column = reference ?? columns[0]?.index ?? 0;
  const list = linesOfList(
    rows,
    column,
    columns,
    columns.filter(({ index }) => index === reference),
  );
  const lines = list.lines.map(({ line, cells, problem: ofRow }) => {
    const problem = ofRow ?? cellProblem(cells[column], 'code');
    return { line, reference: cells[column]?.text ?? '', ...(problem !== undefined && { problem }) };
  });
  return {
    lines,
    leftOut: [...(reference === undefined ? [] : secondReferences(columns, reference)), ...leftOutSentences(list)],
  };
}
