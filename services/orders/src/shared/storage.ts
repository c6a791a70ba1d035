import { MAX_FRANCS } from '@fasocolis/contracts/money/francs';
import { storageDays, storageLabel } from '@fasocolis/contracts/money/storage';
import type { Database, Transaction } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

/** What a waiting parcel owes for storage, and is not a charge yet. */
export interface Storage {
  label: string;
  days: number;
  price: number;
  amount: number;
}

export interface Waiting {
  id: number;
  due: number;
  /** The first event that opened the pick-up. */
  readyAt: Date;
  /** The days that were charged before, cancelled ones included. */
  written: number;
  freeDays: number;
  price: number;
}

/** Those of the orders, or of all, that wait for their pick-up while storage has a price. */
export function readWaiting(
  database: Pick<Database | Transaction, '$queryRaw'>,
  orderIds: number[] | null,
): Promise<Waiting[]> {
  const among = orderIds === null ? Prisma.empty : Prisma.sql`AND o.id = ANY(${orderIds}::int[])`;
  return database.$queryRaw<Waiting[]>`
    SELECT o.id, o.due, opened.at AS "readyAt", written.days AS written,
      s.storage_free_days AS "freeDays", s.storage_price AS price
    FROM payment_settings s CROSS JOIN orders o
    CROSS JOIN LATERAL (
      SELECT min(occurred_at) AS at FROM order_events
      WHERE order_id = o.id AND opens_pickup AND withdrawn_at IS NULL
    ) AS opened
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(quantity), 0)::int / 1000 AS days FROM charges
      WHERE order_id = o.id AND kind = 'storage' AND quantity IS NOT NULL
    ) AS written
    WHERE s.storage_price > 0 ${among} AND o.pickup_code IS NOT NULL AND o.status <> 'DELIVERED'
      AND o.archived_at IS NULL AND opened.at IS NOT NULL
      AND NOT EXISTS (SELECT FROM order_statuses d WHERE d.code = o.status AND d.kind = 'end' AND d.is_active)
    ORDER BY o.id`;
}

/** What each of the orders, or of all, owes for storage on the day of `now`, beyond its charges. */
export async function readStorage(
  database: Pick<Database | Transaction, '$queryRaw'>,
  orderIds: number[] | null,
  now: Date,
): Promise<Map<number, Storage>> {
  const waiting = await readWaiting(database, orderIds);
  return new Map(
    waiting.flatMap(({ id, due, readyAt, written, freeDays, price }): [number, Storage][] => {
      const days = storageDays(readyAt, now, freeDays) - written;
      const amount = days * price;
      if (days <= 0 || due + amount > MAX_FRANCS) return [];
      return [[id, { label: storageLabel(days), days, price, amount }]];
    }),
  );
}
