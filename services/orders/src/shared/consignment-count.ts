import type { ConsignmentCount, CountGroup } from '@fasocolis/contracts/consignments';
import type { Database, Transaction } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

type Reader = Pick<Database | Transaction, '$queryRaw'>;

/** Pieces that were seen when their consignment arrived: a piece that was handed over had arrived. */
const SEEN = Prisma.sql`p.step IN ('arrive', 'hand-over')`;

/**
 * The parcels of a consignment and those that were counted with it, with the numbers of their pieces that were loaded into
 * it and that arrived. Archived ones are left out. A parcel that is in no list yet belongs to the consignment into which its
 * first pieces were loaded.
 */
const countedParcels = (consignmentId: number, endedStatuses: string[]) => Prisma.sql`
  SELECT o.id, counted.is_listed, counted.is_listed OR counted.is_loaded AS is_member, coalesce(o.pieces, 1) AS pieces,
    o.status = ANY(${endedStatuses}::text[]) AS is_ended,
    count(p.piece) FILTER (WHERE p.step = 'load' AND p.consignment_id = ${consignmentId}::int)::int AS loaded,
    count(DISTINCT p.piece) FILTER (WHERE ${SEEN})::int AS arrived
  FROM (
    SELECT order_id, bool_or(is_listed) AS is_listed, bool_or(is_loaded) AS is_loaded FROM (
      SELECT order_id, true AS is_listed, false AS is_loaded FROM consignment_orders
      WHERE consignment_id = ${consignmentId}::int
      UNION ALL SELECT order_id, false, step = 'load' AND NOT EXISTS (
        SELECT FROM consignment_orders elsewhere WHERE elsewhere.order_id = piece_steps.order_id AND elsewhere.is_open
      ) FROM piece_steps WHERE consignment_id = ${consignmentId}::int
    ) AS both_lists GROUP BY order_id
  ) AS counted
  JOIN orders o ON o.id = counted.order_id AND o.archived_at IS NULL
  LEFT JOIN piece_steps p ON p.order_id = o.id AND p.piece <= coalesce(o.pieces, 1)
  GROUP BY o.id, counted.is_listed, counted.is_loaded`;

const NOT_LOADED = Prisma.sql`is_member AND loaded < pieces AND arrived < pieces AND NOT is_ended`;
const NOT_ARRIVED = Prisma.sql`is_member AND arrived < pieces AND NOT is_ended`;

/** What was counted of a consignment. The end at which parcels were seen last says which ones are missing. */
export async function countConsignment(
  database: Reader,
  consignmentId: number,
  endedStatuses: string[],
): Promise<ConsignmentCount> {
  const [count] = await database.$queryRaw<(Omit<ConsignmentCount, 'missing'> & Record<'left' | 'lost', number>)[]>`
    SELECT
      CASE WHEN bool_or(is_member AND arrived > 0) THEN 'arrive' WHEN bool_or(loaded > 0) THEN 'load' END AS "end",
      count(*) FILTER (WHERE is_member)::int AS expected,
      count(*) FILTER (WHERE is_member AND loaded >= pieces)::int AS loaded,
      count(*) FILTER (WHERE is_member AND arrived >= pieces)::int AS arrived,
      count(*) FILTER (WHERE ${NOT_LOADED})::int AS "left", count(*) FILTER (WHERE ${NOT_ARRIVED})::int AS lost,
      count(*) FILTER (WHERE is_listed AND ${NOT_ARRIVED})::int AS unscanned,
      count(*) FILTER (WHERE NOT is_member)::int AS extra
    FROM (${countedParcels(consignmentId, endedStatuses)}) AS parcel`;
  const { left, lost, ...known } = count ?? NOTHING;
  return { ...known, missing: known.end === 'arrive' ? lost : known.end === 'load' ? left : 0 };
}

const NOTHING = { end: null, expected: 0, loaded: 0, arrived: 0, extra: 0, left: 0, lost: 0, unscanned: 0 };

interface CountedPieces {
  id: number;
  loadedPieces: number;
  arrivedPieces: number;
}

/** A page of a group of the parcels, by their ids. */
export function countedPieces(
  database: Reader,
  { consignmentId, endedStatuses, group, end }: CountedGroup,
  { offset, limit }: { offset: number; limit: number },
): Promise<CountedPieces[]> {
  const isIn: Record<CountGroup, Prisma.Sql> = {
    expected: Prisma.sql`is_member`,
    loaded: Prisma.sql`is_member AND loaded >= pieces`,
    arrived: Prisma.sql`is_member AND arrived >= pieces`,
    missing: end === 'arrive' ? NOT_ARRIVED : end === 'load' ? NOT_LOADED : Prisma.sql`false`,
    extra: Prisma.sql`NOT is_member`,
  };
  return database.$queryRaw<CountedPieces[]>`
    SELECT id, loaded AS "loadedPieces", arrived AS "arrivedPieces"
    FROM (${countedParcels(consignmentId, endedStatuses)}) AS parcel
    WHERE ${isIn[group]} ORDER BY id OFFSET ${offset} LIMIT ${limit}`;
}

interface CountedGroup {
  consignmentId: number;
  endedStatuses: string[];
  group: CountGroup;
  end: ConsignmentCount['end'];
}

/** Those of the orders of which not all pieces were seen when they arrived. */
export async function unscannedOrders(database: Reader, orderIds: number[]): Promise<ReadonlySet<number>> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o
    LEFT JOIN piece_steps p ON p.order_id = o.id AND p.piece <= coalesce(o.pieces, 1) AND ${SEEN}
    WHERE o.id = ANY(${orderIds}::int[])
    GROUP BY o.id HAVING count(DISTINCT p.piece) < coalesce(o.pieces, 1)`;
  return new Set(rows.map(({ id }) => id));
}
