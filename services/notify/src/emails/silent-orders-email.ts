import { createHash } from 'node:crypto';
import type { PeriodicWork } from '@fasocolis/service-kit/events/periodic';
import type { Database } from '../database.ts';
import { type DeliveryQueue, recordDeliveries } from '../deliveries/delivery-queue.ts';

const MINUTE_MS = 60_000;

/** In UTC, the time of Burkina Faso. */
const FIRST_HOUR = 7;

interface SilentOrdersParts {
  database: Database;
  queue: DeliveryQueue;
  now?: () => Date;
}

export const silentOrdersEmail = (parts: SilentOrdersParts): PeriodicWork => ({
  name: 'daily mail about silent orders',
  everyMs: MINUTE_MS,
  work: () => recordSilentOrdersEmail(parts),
});

/**
 * Records the email of the day from 07:00 on; its content is requested when it is sent. Its id follows from the day, so
 * that replicas and restarts record it once.
 */
export async function recordSilentOrdersEmail({ database, queue, now = () => new Date() }: SilentOrdersParts) {
  const time = now();
  if (time.getUTCHours() < FIRST_HOUR) return;
  const id = idOfDay(time.toISOString().slice(0, 10));
  const emails = await database.$transaction((transaction) =>
    recordDeliveries(transaction, [{ id, kind: 'silent-orders', requestId: null }]),
  );
  await queue.add(emails);
}

/** A UUID of version 8 (RFC 9562), whose bits are the application's. */
function idOfDay(day: string): string {
  const hash = createHash('sha256').update(`silent-orders ${day}`).digest('hex');
  const part = (from: number, to: number) => hash.slice(from, to);
  return [part(0, 8), part(8, 12), `8${part(13, 16)}`, `8${part(17, 20)}`, part(20, 32)].join('-');
}
