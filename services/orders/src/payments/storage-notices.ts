import { isLastFreeDay } from '@fasocolis/contracts/money/storage';
import type { PeriodicWork } from '@fasocolis/service-kit/events/periodic';
import type { Database } from '../database.ts';
import { append } from '../history/append.ts';
import { lockOrders } from '../history/write-orders.ts';
import { readWaiting, type Waiting } from '../shared/storage.ts';

/** The earliest hour of the notices, in GMT. */
const FIRST_HOUR = 7;
const BATCH = 200;
const PRODUCT = { userId: null, requestId: null };
const TITLE = 'Dernier jour de magasinage gratuit';
const NOTE = 'Retirez votre colis aujourd’hui\u00a0: à partir de demain, chaque jour de magasinage est payant.';

/**
 * Tells the customers of parcels whose last free day it is, each once: a row names order and day, and is written with the
 * entry of the history. @returns the number of parcels
 */
export async function tellLastFreeDay(database: Database, now = new Date()): Promise<number> {
  if (now.getUTCHours() < FIRST_HOUR) return 0;
  const isLast = ({ readyAt, freeDays }: Waiting) => isLastFreeDay(readyAt, now, freeDays);
  const ids = (await readWaiting(database, null)).filter(isLast).map(({ id }) => id);
  let told = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    told += await database.$transaction(async (transaction) => {
      const orders = await lockOrders(transaction, ids.slice(start, start + BATCH));
      // They are read again under the lock: a parcel may have been handed over.
      const waiting = (
        await readWaiting(
          transaction,
          orders.map(({ id }) => id),
        )
      ).filter(isLast);
      const fresh = await transaction.$queryRaw<{ orderId: number }[]>`
        INSERT INTO storage_notices (order_id, day)
        SELECT id, ${now.toISOString().slice(0, 10)}::date FROM unnest(${waiting.map(({ id }) => id)}::int[]) AS waiting(id)
        ON CONFLICT DO NOTHING RETURNING order_id AS "orderId"`;
      const isFresh = new Set(fresh.map(({ orderId }) => orderId));
      const untold = orders.filter(({ id }) => isFresh.has(id));
      if (untold.length === 0) return 0;
      const entry = { occurredAt: now, note: `${TITLE}. ${NOTE}`, told: { title: TITLE, note: NOTE } };
      await append(transaction, untold, { entries: [entry] }, PRODUCT);
      return untold.length;
    });
  }
  return told;
}

export const storageNotices = (database: Database): PeriodicWork => ({
  name: 'last free day of storage',
  everyMs: 3_600_000,
  work: () => tellLastFreeDay(database),
});
