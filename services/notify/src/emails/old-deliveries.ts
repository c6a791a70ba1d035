import type { Database } from '../database.ts';

/** Long enough to answer "did my mail go?"; after that the rows would only slow down what matters. */
const KEPT_MS = 90 * 24 * 3_600_000;
/** Rows that one statement removes, so that none holds locks for long. */
const BATCH = 5000;

/**
 * Removes mails that were sent or dropped more than 90 days ago. Those that wait or were given up stay, however old:
 * somebody has yet to deal with them.
 * @returns how many there were
 */
export async function removeOldDeliveries(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  let removed = 0;
  let count = BATCH;
  while (count === BATCH) {
    count = await database.$executeRaw`
      DELETE FROM email_deliveries WHERE id IN (
        SELECT id FROM email_deliveries
        WHERE state IN ('sent', 'dropped') AND created_at < ${before} AND coalesce(sent_at, created_at) < ${before}
        LIMIT ${BATCH})`;
    removed += count;
  }
  return removed;
}
