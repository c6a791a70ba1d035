import { DAY_MS } from '@fasocolis/contracts/dates';
import type { Database } from './database.ts';

/** How long deliveries and people to tell are kept, so that customer service can look them up. */
const KEPT_MS = 90 * DAY_MS;
/** Long after WhatsApp has stopped to repeat a message. */
const MESSAGES_KEPT_MS = 30 * DAY_MS;
const CONTACTS_KEPT_MS = 365 * DAY_MS;
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

export async function removeOldPeopleToTell(database: Database, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS);
  const { count } = await database.personToTell.deleteMany({
    where: {
      OR: [
        { toldAt: { lt: before } },
        { toldAt: null, createdAt: { lt: before }, changes: { none: { occurredAt: { gte: before } } } },
      ],
    },
  });
  return count;
}

/** Deletes what is known of numbers that have not written for a year or ever, except that they want no messages. */
export async function removeOldContacts(database: Database, now = new Date()): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await database.whatsappMessage.deleteMany({ where: { receivedAt: { lt: before(MESSAGES_KEPT_MS) } } });
  await database.whatsappContact.deleteMany({
    where: {
      stoppedAt: null,
      OR: [
        { lastMessageAt: { lt: before(CONTACTS_KEPT_MS) } },
        { lastMessageAt: null, follows: { none: {} }, messages: { none: {} } },
      ],
    },
  });
}
