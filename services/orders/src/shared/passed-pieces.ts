import { type PassedPieces, PIECE_STEPS } from '@fasocolis/contracts/pieces';
import type { Database } from '../database.ts';

/** By the ids of their orders. */
export type PassedPiecesOfOrders = ReadonlyMap<number, PassedPieces>;

/** How many pieces have the furthest step of any piece, of the orders in which others lack it. */
export async function passedPiecesOf(database: Database, orderIds: number[]): Promise<PassedPiecesOfOrders> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.$queryRaw<(PassedPieces & { orderId: number; pieces: number })[]>`
    SELECT DISTINCT ON (s.order_id) s.order_id AS "orderId", s.step, count(*)::int AS count, o.pieces
    FROM piece_steps s JOIN orders o ON o.id = s.order_id AND s.piece <= o.pieces
    WHERE s.order_id = ANY(${orderIds}::int[])
    GROUP BY s.order_id, s.step, o.pieces
    ORDER BY s.order_id, array_position(${[...PIECE_STEPS]}::text[], s.step) DESC`;
  const partly = rows.filter(({ count, pieces }) => count < pieces);
  return new Map(partly.map(({ orderId, step, count }) => [orderId, { step, count }]));
}
