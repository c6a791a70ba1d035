import * as z from 'zod/mini';
import { boundedText } from './common.ts';

const MALFORMED = 'Requête invalide';
/** A thousand UUIDs. */
const FILTER_MAX = 50_000;

/** The query string of a list request, in the form of react-admin's simple REST. */
export const ListQuerySchema = z.object({
  sort: z.optional(boundedText(200, MALFORMED)),
  range: z.optional(boundedText(200, MALFORMED)),
  filter: z.optional(boundedText(FILTER_MAX, MALFORMED)),
});
export type ListQuery = z.infer<typeof ListQuerySchema>;

/** Rows of a list response without a `range`. */
export const MAX_LIST_ROWS = 1000;

/**
 * How many matches of a filter the list of orders counts (docs/decisions/0004). When there are more, the total in
 * `Content-Range` is one more than this.
 */
export const MAX_COUNTED = 10_000;

// The `Content-Range` of a list response: `orders 0-24/319`, or `orders */0` without rows. A line comment, because "*/"
// ends a block comment.
export function contentRange(resource: string, first: number, rows: number, total: number): string {
  return rows === 0 ? `${resource} */${total}` : `${resource} ${first}-${first + rows - 1}/${total}`;
}
