import type { Database } from '../database.ts';

/** Time for an uploaded image to be used by a popup. */
const UNUSED_MS = 3_600_000;

/** @returns the number of deleted images */
export function removeUnusedImages(database: Database, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_MS);
  // In one statement, so that a concurrent upload counts.
  return database.$executeRaw`
    DELETE FROM images i
    WHERE created_at < ${since} AND NOT EXISTS (SELECT FROM popups p WHERE p.image_hash = i.hash)`;
}
