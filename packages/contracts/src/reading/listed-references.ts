import { isLikely } from './references-in-text.ts';
import { cleanText } from './text.ts';

const isCell = (cell: string) => /[A-Za-z0-9]{4}/.test(cell) && isLikely(cell);

/** "1、" and "1)": the comma of a list in Chinese also stands after its numbers. */
const LIST_NUMBER = /^\s*\d{1,3}[、)]/;

const DAY = String.raw`\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}`;
const TIME = String.raw`\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?[ap]m)?`;
/** The time and the sender before each message of a chat that was exported, or copied from a phone or WhatsApp Web. */
const OF_CHAT = new RegExp(
  String.raw`^\[?(?:${DAY},?\s+(?:à\s+)?${TIME}|${TIME},\s+${DAY})\]?\s*(?:-\s*)?[^:\n]{1,60}:\s`,
  'i',
);
const LINE_END = /[\n\v\f\r\u0085\u2028\u2029]+/;

/**
 * The entries of a typed or pasted list: one on each line, or between semicolons or commas, Chinese ones included. In a line of
 * cells from a sheet, only those that are likely to be references are entries; the others are names, weights and the like.
 */
export function listedReferences(text: string): string[] {
  return text
    .split(LINE_END)
    .flatMap((line) => {
      const cells = line.split('\t').map((cell) => cell.trim());
      if (cells.length === 1)
        return cleanText(line)
          .replace(OF_CHAT, '')
          .replace(LIST_NUMBER, '')
          .split(/[;,；，、]/);
      return cells.some(isCell) ? cells.filter(isCell) : cells.slice(0, 1);
    })
    .map((entry) => entry.trim())
    .filter(Boolean);
}
