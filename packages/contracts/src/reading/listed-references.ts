import { isLikely } from './references-in-text.ts';

const isCell = (cell: string) => /[A-Za-z0-9]{4}/.test(cell) && isLikely(cell);

/** "1、" and "1)": the comma of a list in Chinese also stands after its numbers. */
const LIST_NUMBER = /^\s*\d{1,3}[、)]/;

/** The time and the sender before each message of an exported or copied chat. */
const OF_CHAT =
  /^\s*\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},?\s+(?:à\s+)?\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]m)?\]?\s*(?:-\s*)?[^:\n]{1,60}:\s/i;

/**
 * The entries of a typed or pasted list: one on each line, or between semicolons or commas, Chinese ones included. In a line of
 * cells from a sheet, only those that are likely to be references are entries; the others are names, weights and the like.
 */
export function listedReferences(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => {
      const cells = line.split('\t').map((cell) => cell.trim());
      if (cells.length === 1)
        return line
          .replace(OF_CHAT, '')
          .replace(LIST_NUMBER, '')
          .split(/[;,；，、]/);
      return cells.some(isCell) ? cells.filter(isCell) : cells.slice(0, 1);
    })
    .map((entry) => entry.trim())
    .filter(Boolean);
}
