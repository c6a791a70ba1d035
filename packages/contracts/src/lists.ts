/** Most rows one list answer carries when the caller asks for no range. */
export const MAX_LIST_ROWS = 1000;

// A line comment, because the value for an empty list would end a block comment.
// The `Content-Range` of a list answer: `orders 0-24/319`, or `orders */0` when it holds no row.
export function contentRange(resource: string, first: number, rows: number, total: number): string {
  return rows === 0 ? `${resource} */${total}` : `${resource} ${first}-${first + rows - 1}/${total}`;
}
