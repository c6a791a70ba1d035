import { type PassedPieces, PIECE_STEPS } from '@fasocolis/contracts/pieces';
import type { Database, Transaction } from '../database.ts';

export interface OrderDetails {
  /** Its consignment that is not closed. */
  consignment: { id: number; code: string } | null;
  aliases: string[];
  photos: number[];
  /** The place of its newest event that has one. */
  lastPlace: string | null;
  /** How many pieces have the furthest step of any piece, unless all have it. */
  passedPieces: PassedPieces | null;
  /**
   * Whether nothing happened to it since its creation, and it was neither charged by hand nor paid, not even by a report, nor
   * claimed, nor had a piece scanned. Withdrawn events do not count.
   */
  isUntouched: boolean;
}

export const DETAILS_OF_NEW: OrderDetails = {
  consignment: null,
  aliases: [],
  photos: [],
  lastPlace: null,
  passedPieces: null,
  isUntouched: true,
};

export async function readDetails(
  database: Pick<Database | Transaction, '$queryRaw'>,
  orderIds: number[],
): Promise<Map<number, OrderDetails>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.$queryRaw<(OrderDetails & { id: number })[]>`
    SELECT o.id,
      (
        SELECT json_build_object('id', c.id, 'code', c.code)
        FROM consignment_orders m JOIN consignments c ON c.id = m.consignment_id
        WHERE m.order_id = o.id AND m.is_open
      ) AS consignment,
      ARRAY(
        SELECT alias FROM former_references WHERE order_id = o.id AND alias IS NOT NULL ORDER BY created_at, reference_key
      ) AS aliases,
      ARRAY(SELECT p.id FROM reception_photos p WHERE p.order_id = o.id ORDER BY p.id) AS photos,
      (
        SELECT place FROM order_events WHERE order_id = o.id AND withdrawn_at IS NULL AND place IS NOT NULL
        ORDER BY occurred_at DESC, id DESC LIMIT 1
      ) AS "lastPlace",
      (
        SELECT json_build_object('step', step, 'count', count) FROM (
          SELECT step, count(*) FROM piece_steps WHERE order_id = o.id AND piece <= o.pieces
          GROUP BY step ORDER BY array_position(${[...PIECE_STEPS]}::text[], step) DESC LIMIT 1
        ) AS furthest WHERE count < o.pieces
      ) AS "passedPieces",
      1 = (SELECT count(*) FROM order_events WHERE order_id = o.id AND withdrawn_at IS NULL AND NOT with_creation)
        AND NOT EXISTS (SELECT FROM charges WHERE order_id = o.id AND (kind <> 'freight' OR tariff_id IS NULL))
        AND NOT EXISTS (SELECT FROM payment_shares WHERE order_id = o.id)
        AND NOT EXISTS (SELECT FROM payment_reports WHERE order_id = o.id)
        AND NOT EXISTS (SELECT FROM claims WHERE order_id = o.id)
        AND NOT EXISTS (
          SELECT FROM piece_steps p WHERE p.order_id = o.id AND NOT EXISTS (
            SELECT FROM order_events e WHERE e.order_id = o.id AND e.with_creation AND e.occurred_at = p.occurred_at
          )
        ) AS "isUntouched"
    FROM orders o WHERE o.id = ANY(${orderIds}::int[])`;
  return new Map(rows.map(({ id, ...details }) => [id, details]));
}
