import type { Database } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

/**
 * Which changes `c` of a person with the contact `w` the product may send: those for which staff entered the number with
 * consent, or which concern the number itself, as a recipient or because it follows the order, when it wrote first. Those
 * of accounts are never sent, because anybody can claim a number: staff tells them.
 */
export const MESSAGEABLE = Prisma.sql`(c.consent OR (c.user_id IS NULL AND w.last_message_at IS NOT NULL))`;

/** A little less than 24 hours: the message takes a moment. */
export const WINDOW_MS = 24 * 3_600_000 - 60_000;

/** Whether WhatsApp allows any text: for 24 hours after the person's last message. */
export const isWindowOpen = ({ lastMessageAt }: { lastMessageAt: Date | null }, now: Date): boolean =>
  lastMessageAt !== null && now.getTime() - lastMessageAt.getTime() < WINDOW_MS;

export async function messageableChanges(database: Database, personId: number): Promise<Set<number>> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT c.id FROM changes_to_tell c JOIN people_to_tell p ON p.id = c.person_id
    LEFT JOIN whatsapp_contacts w ON w.phone = p.phone WHERE p.id = ${personId} AND ${MESSAGEABLE}`;
  return new Set(rows.map(({ id }) => id));
}
