import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import { type EmailQueue, recordEmails } from '../shared/email-queue.ts';

/** In UTC, which is Burkina Faso's own time. */
const HOUR = 7;

/**
 * Records the mail about silent orders once a day, from 07:00 GMT on: its id follows from the day, so that replicas and
 * restarts make no second one.
 */
export async function recordDailyReport(database: Database, queue: EmailQueue, now = new Date()): Promise<void> {
  if (now.getUTCHours() < HOUR) return;
  const id = idOfDay(now.toISOString().slice(0, 10));
  if (await database.emailDelivery.findUnique({ where: { id }, select: { id: true } })) return;
  const email = { id, kind: 'silent-orders', requestId: null } as const;
  await queue.add(await database.$transaction((transaction) => recordEmails(transaction, [email])));
}

/** A UUID of version 8. https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8 */
function idOfDay(day: string): string {
  const hash = createHash('sha256').update(`silent-orders ${day}`).digest('hex');
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(12, 15)}`,
    `a${hash.slice(15, 18)}`,
    hash.slice(18, 30),
  ];
  return parts.join('-');
}
