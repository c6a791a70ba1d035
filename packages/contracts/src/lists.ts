/** Rows of a list response without a `range`. */
export const MAX_LIST_ROWS = 1000;

// The `Content-Range` of a list response: `orders 0-24/319`, or `orders */0` without rows. A line comment, because "*/"
// ends a block comment.
export function contentRange(resource: string, first: number, rows: number, total: number): string {
  return rows === 0 ? `${resource} */${total}` : `${resource} ${first}-${first + rows - 1}/${total}`;
}
