import type { Database } from '../database.ts';

const DAY_MS = 24 * 3_600_000;
/** Long after WhatsApp has stopped to repeat a message. */
const MESSAGES_KEPT_MS = 30 * DAY_MS;
const CONTACTS_KEPT_MS = 365 * DAY_MS;

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
