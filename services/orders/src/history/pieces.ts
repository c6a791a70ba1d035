import { VOLUME_MAX, WEIGHT_MAX } from '@fasocolis/contracts/order-input';
import type { PieceStep } from '@fasocolis/contracts/pieces';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';

interface Marking {
  step: PieceStep;
  /** Without one, all pieces are marked. */
  piece?: number | undefined;
  at: Date;
  /** The consignment of "load", and of "arrive" while a consignment is counted. */
  consignmentId?: number | undefined;
}

/** An order whose pieces were not counted has one. */
const piecesOf = ({ pieces }: Order) => pieces ?? 1;

export async function areMarked(
  transaction: Transaction,
  order: Order,
  { step, consignmentId }: Pick<Marking, 'step' | 'consignmentId'>,
): Promise<boolean> {
  const loaded = step === 'load' && { consignmentId: consignmentId ?? null };
  const where = { orderId: order.id, step, ...loaded, piece: { lte: piecesOf(order) } };
  return (await transaction.pieceStep.count({ where })) === piecesOf(order);
}

/**
 * Marks pieces of an order that the caller has locked. A piece that was loaded into another consignment moves to this one, and
 * one that has arrived is counted with the consignment that is being counted.
 * @returns whether any of them did not have the step yet
 */
export async function markPieces(
  transaction: Transaction,
  order: Order,
  { step, piece, at, consignmentId }: Marking,
  { userId }: Actor,
): Promise<boolean> {
  const marked = await transaction.$executeRaw`
    INSERT INTO piece_steps AS known (order_id, piece, step, consignment_id, user_id, occurred_at)
    SELECT ${order.id}::int, number, ${step}::text, ${consignmentId ?? null}::int, ${userId}::int, ${at}::timestamptz
    FROM generate_series(${piece ?? 1}::int, ${piece ?? piecesOf(order)}::int) AS number
    ON CONFLICT (order_id, piece, step) DO UPDATE
    SET consignment_id = excluded.consignment_id,
      user_id = CASE known.step WHEN 'load' THEN excluded.user_id ELSE known.user_id END,
      occurred_at = CASE known.step WHEN 'load' THEN excluded.occurred_at ELSE known.occurred_at END
    WHERE known.consignment_id IS DISTINCT FROM excluded.consignment_id AND excluded.consignment_id IS NOT NULL`;
  return marked > 0;
}

interface Measures {
  weightGrams: number | null;
  volumeCm3: number | null;
}

/**
 * Records the measures of a piece that was received; null leaves one as it is.
 * @returns the sums that the order has now; null while a piece was not measured
 */
export async function measurePiece(
  transaction: Transaction,
  order: Order,
  { piece, weightGrams, volumeCm3 }: Measures & { piece: number },
): Promise<Measures> {
  await transaction.$executeRaw`
    UPDATE piece_steps SET weight_grams = coalesce(${weightGrams}::int, weight_grams),
      volume_cm3 = coalesce(${volumeCm3}::int, volume_cm3)
    WHERE order_id = ${order.id} AND piece = ${piece} AND step = 'receive'`;
  return sumsOf(transaction, order.id, piecesOf(order));
}

/**
 * The measures that an order gets when its number of pieces is corrected: the sums of its pieces, or null while one of them
 * was not measured. A measure that was typed for the whole parcel is left out, so that it stays.
 */
export async function remeasured(
  transaction: Transaction,
  before: Order,
  pieces: number | null,
): Promise<Partial<Measures>> {
  const former = await sumsOf(transaction, before.id, piecesOf(before));
  const sums = await sumsOf(transaction, before.id, piecesOf({ ...before, pieces }));
  const follows = (['weightGrams', 'volumeCm3'] as const).filter(
    (measure) => before[measure] === former[measure] && before[measure] !== sums[measure],
  );
  return Object.fromEntries(follows.map((measure) => [measure, sums[measure]]));
}

async function sumsOf(transaction: Transaction, orderId: number, pieces: number): Promise<Measures> {
  const [sums] = await transaction.$queryRaw<[Measures]>`
    SELECT
      CASE WHEN count(weight_grams) = ${pieces} AND sum(weight_grams) <= ${WEIGHT_MAX}::bigint
        THEN sum(weight_grams)::int END AS "weightGrams",
      CASE WHEN count(volume_cm3) = ${pieces} AND sum(volume_cm3) <= ${VOLUME_MAX}::bigint
        THEN sum(volume_cm3)::int END AS "volumeCm3"
    FROM piece_steps WHERE order_id = ${orderId} AND step = 'receive' AND piece <= ${pieces}`;
  return sums;
}

export async function unloadPieces(transaction: Transaction, orderId: number, consignmentId: number): Promise<void> {
  await transaction.pieceStep.deleteMany({ where: { orderId, consignmentId, step: 'load' } });
}

/** Keeps the arrivals that were counted with a consignment which is being deleted. */
export async function keepArrivals(transaction: Transaction, consignmentId: number): Promise<void> {
  await transaction.pieceStep.updateMany({ where: { consignmentId, step: 'arrive' }, data: { consignmentId: null } });
}

/**
 * Takes back the steps of pieces by which orders had these events: of all, or of the last one. After a hand-over none of them
 * is with the receiver. Milestones of consignments say nothing about single pieces.
 */
export async function unmarkPieces(transaction: Transaction, eventIds: number[]): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM piece_steps p USING order_events e
    WHERE e.id = ANY(${eventIds}::int[]) AND e.milestone_id IS NULL
      AND p.order_id = e.order_id
      AND (p.occurred_at = e.occurred_at OR (e.status = 'DELIVERED' AND p.step = 'hand-over'))`;
}
