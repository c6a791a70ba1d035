import { isLikely } from './references-in-text.ts';

const isCell = (cell: string) => /[A-Za-z0-9]{4}/.test(cell) && isLikely(cell);

/**
 * The entries of a typed or pasted list: one on each line, or between semicolons or commas. Of the cells of a sheet those
 * count that are likely to be references; the others are names, weights and the like.
 */
export function listedReferences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('\t').map((cell) => cell.trim());
      if (cells.length === 1) return line.split(/[;,]/);
      return cells.some(isCell) ? cells.filter(isCell) : cells.slice(0, 1);
    })
    .map((entry) => entry.trim())
    .filter(Boolean);
}
