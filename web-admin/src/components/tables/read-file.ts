import type { Reading } from './read-worker.ts';
import type { Table } from './table.ts';
import { FileRefused } from './table.ts';

const UNREADABLE = "Ce fichier n'a pas pu être lu. Enregistrez-le à nouveau dans Excel, ou au format CSV.";
/** In milliseconds. Some files take forever, such as one whose only row is the billionth. */
const TIMEOUT_MS = 30_000;

/**
 * The tables of a file, read in a worker, so that the page stays responsive.
 * @throws FileRefused
 */
export async function readFile(file: Blob): Promise<Table[]> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
  try {
    const reading = await new Promise<Reading>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Reading>) => resolve(data));
      worker.addEventListener('error', () => reject(new FileRefused(UNREADABLE)));
      setTimeout(() => reject(new FileRefused(UNREADABLE)), TIMEOUT_MS);
      worker.postMessage(file);
    });
    if ('refusal' in reading) throw new FileRefused(reading.refusal ?? UNREADABLE);
    return reading.tables;
  } finally {
    worker.terminate();
  }
}
