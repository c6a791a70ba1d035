import type { Database } from '../database.ts';

const KEPT_MONTHS = 12;

/** Deletes the messages that came more than 12 months ago. @returns their number */
export async function removeOldMessages(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  const { count } = await database.contactMessage.deleteMany({ where: { createdAt: { lt: before } } });
  return count;
}
