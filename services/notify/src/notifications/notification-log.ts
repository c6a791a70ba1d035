import type { Transaction } from '../database.ts';

const LOG_LOCK = 7_306_002;

/**
 * Serializes the transactions that insert notifications, so that ids become visible in order and a reader never misses
 * a lower one.
 */
export async function lockNotificationLog(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${LOG_LOCK})::text`;
}
