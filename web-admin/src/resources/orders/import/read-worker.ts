import { FileRefused } from './file-refused.ts';
import { readTables, type Table } from './read-table.ts';

/** What the worker answers: the tables of the file, or why there are none. */
export type Reading = { tables: Table[] } | { refusal: string | undefined };

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const reading: Reading = await readTables(data).then(
    (tables) => ({ tables }),
    (error: unknown) => ({ refusal: error instanceof FileRefused ? error.message : undefined }),
  );
  postMessage(reading);
});
