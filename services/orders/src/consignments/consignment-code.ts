import { CODE_PREFIXES } from '@fasocolis/contracts/consignments';
import type { TransportMode } from '@fasocolis/contracts/orders';
import type { Database, Transaction } from '../database.ts';

/** First key of the advisory locks under which codes are given; the other user of such locks is saved-orders. */
const CODES_LOCK = 2;

/** Serializes the transactions that write codes, so that a suggested one is still free when it is written. */
export async function lockCodes(transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT pg_advisory_xact_lock(${CODES_LOCK}::int, 0)::text`;
}

/** The code after the highest of its mode and year, as in AIR-2026-047. */
export async function nextCode(database: Pick<Database, '$queryRaw'>, mode: TransportMode): Promise<string> {
  const start = `${CODE_PREFIXES[mode]}-${new Date().getUTCFullYear()}-`;
  const [highest] = await database.$queryRaw<{ number: number }[]>`
    SELECT coalesce(max(substring(code FROM ${`^${start}(\\d{1,6})$`})::int), 0) AS number FROM consignments
    WHERE code LIKE ${`${start}%`}`;
  return start + String((highest?.number ?? 0) + 1).padStart(3, '0');
}
