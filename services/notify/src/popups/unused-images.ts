import type { Database } from '../database.ts';

/** How long an image may wait for the popup it was uploaded for. */
const UNUSED_MS = 3_600_000;

/**
 * Removes images that no popup shows (any more).
 * @returns how many there were
 */
export function removeUnusedImages(database: Database, now = new Date()): Promise<number> {
  const since = new Date(now.getTime() - UNUSED_MS);
  // In one statement: an image that is touched meanwhile is checked by its new time.
  return database.$executeRaw`
    DELETE FROM images i
    WHERE created_at < ${since} AND NOT EXISTS (SELECT FROM popups p WHERE p.image_hash = i.hash)`;
}
