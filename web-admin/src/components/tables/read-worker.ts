import { readTables } from './read-table.ts';
import { FileRefused, type Table } from './table.ts';

/** The worker's result: the tables of the file, or why there are none. */
export type Reading = { tables: Table[] } | { refusal: string | undefined };

addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void readTables(data)
    .then(
      (tables): Reading => ({ tables }),
      (error: unknown): Reading => ({ refusal: error instanceof FileRefused ? error.message : undefined }),
    )
    .then((reading) => postMessage(reading));
});
