import type { Transaction } from '../database.ts';

const LOG_LOCK = 7_306_002;

/**
 * To be called before notifications are inserted: one transaction at a time may, so that ids become visible in their
 * own order and a reader that has seen one has not missed a lower one.
 */
export async function lockNotificationLog(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${LOG_LOCK})::text`;
}
