import type { Database } from '../database.ts';

/** Long enough for customer service to look deliveries up. */
const KEPT_MS = 90 * 24 * 3_600_000;
/** Limits how long one statement holds locks. */
const BATCH = 5000;

/**
 * Deletes emails that were sent, dropped or have failed and are more than 90 days old; pending ones stay.
 * @returns their number
 */
export async function removeOldDeliveries(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  let removed = 0;
  let count = BATCH;
  while (count === BATCH) {
    count = await database.$executeRaw`
      DELETE FROM email_deliveries WHERE id IN (
        SELECT id FROM email_deliveries
        WHERE state <> 'pending' AND created_at < ${before} AND coalesce(sent_at, created_at) < ${before}
        LIMIT ${BATCH})`;
    removed += count;
  }
  return removed;
}
