import type { Readable } from 'node:stream';
import { DAY_MS } from '@fasocolis/contracts/dates';
import type { ReportGroup, ReportQuery, ReportRow, ReportUnit } from '@fasocolis/contracts/report';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database, Transaction } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

const STEPS = ['PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED'] as const;

const GROUPS: Record<ReportGroup, Prisma.Sql> = {
  none: Prisma.sql`''`,
  mode: Prisma.sql`coalesce(mode::text, '')`,
  town: Prisma.sql`town`,
  agent: Prisma.sql`coalesce(user_id::text, '')`,
};

export async function readReport(database: Database, { from, to, unit, group }: ReportQuery): Promise<ReportRow[]> {
  await countStaleDays(database, { from, to });
  return database.$queryRaw<ReportRow[]>`
    SELECT to_char(date_trunc(${unit}::text, day::timestamp), 'YYYY-MM-DD') AS period, ${GROUPS[group]} AS "group",
      ${parcelsAt('PROCESSING')} AS received, ${parcelsAt('IN_TRANSIT')} AS shipped, ${parcelsAt('ARRIVED')} AS arrived,
      ${parcelsAt('DELIVERED')} AS "handedOver",
      sum(weight_grams)::float8 AS "weightGrams", sum(without_weight)::int AS "withoutWeight",
      sum(volume_cm3)::float8 AS "volumeCm3", sum(without_volume)::int AS "withoutVolume"
    FROM report_days WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2 ORDER BY 1, 2`;
}

const parcelsAt = (status: (typeof STEPS)[number]) =>
  Prisma.sql`coalesce(sum(parcels) FILTER (WHERE status = ${status}), 0)::int`;

/** Counts the days again, of a range or all, that changed since they were counted (docs/decisions/0079). */
export async function countStaleDays(database: Database, range?: { from: string; to: string }): Promise<void> {
  const where = range && { day: { gte: new Date(range.from), lte: new Date(range.to) } };
  const stale = await database.staleReportDay.groupBy({ by: 'day', where: { ...where }, orderBy: { day: 'asc' } });
  for (const { day } of stale) {
    await database.$transaction(async (transaction) => {
      // Reports are counted one at a time: the statement then begins after the one that counted the day before.
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('report_days'))`;
      await count(transaction, day);
    });
  }
}

/** Weight and volume are those of received parcels. In one statement: what it reads is what was there at one moment. */
const count = (transaction: Transaction, day: Date) => transaction.$executeRaw`
  WITH stale AS (DELETE FROM stale_report_days WHERE day = ${day}::date),
  former AS (DELETE FROM report_days WHERE day = ${day}::date),
  reached AS (
    SELECT e.status, o.mode, e.user_id, o.weight_grams, o.volume_cm3, e.status = 'PROCESSING' AS is_received,
      -- Where nothing says it, the city of departure: parcels are received and shipped there.
      coalesce(e.place, CASE WHEN e.status IN ('PROCESSING', 'IN_TRANSIT') THEN (
        SELECT c.departure_city FROM consignment_orders co JOIN consignments c ON c.id = co.consignment_id
        WHERE co.order_id = o.id ORDER BY c.id DESC LIMIT 1) END, '') AS town
    FROM order_events e JOIN orders o ON o.id = e.order_id
    WHERE e.status = ANY(${STEPS}) AND e.occurred_at >= ${day} AND e.occurred_at < ${new Date(day.getTime() + DAY_MS)}
      AND e.id = (
        SELECT f.id FROM order_events f WHERE f.order_id = e.order_id AND f.status = e.status AND f.withdrawn_at IS NULL
        ORDER BY f.occurred_at, f.id LIMIT 1)
  )
  INSERT INTO report_days (day, status, mode, town, user_id, parcels, weight_grams, without_weight, volume_cm3,
    without_volume)
  SELECT ${day}::date, status, mode, town, user_id, count(*),
    coalesce(sum(weight_grams) FILTER (WHERE is_received), 0), count(*) FILTER (WHERE is_received AND weight_grams IS NULL),
    coalesce(sum(volume_cm3) FILTER (WHERE is_received), 0), count(*) FILTER (WHERE is_received AND volume_cm3 IS NULL)
  FROM reached GROUP BY status, mode, town, user_id`;

const UNITS: Record<ReportUnit, string> = { week: 'Semaine du', month: 'Mois du' };
const GROUP_HEADERS: Record<ReportGroup, string> = {
  none: 'Ensemble',
  mode: 'Transport',
  town: 'Ville',
  agent: 'Agent',
};

export async function exportReport(
  database: Database,
  query: ReportQuery,
  nameOf: (userId: number) => string,
): Promise<Readable> {
  const rows = await readReport(database, query);
  const { unit, group } = query;
  return streamWorkbook<ReportRow>({
    sheet: 'Bilan',
    columns: [
      { header: UNITS[unit], width: 14, format: 'day', cell: ({ period }) => new Date(period) },
      { header: GROUP_HEADERS[group], width: 20, cell: (row) => groupCell(row.group, group, nameOf) },
      { header: 'Reçus', width: 12, cell: ({ received }) => received },
      { header: 'Expédiés', width: 12, cell: ({ shipped }) => shipped },
      { header: 'Arrivés', width: 12, cell: ({ arrived }) => arrived },
      { header: 'Remis', width: 12, cell: ({ handedOver }) => handedOver },
      { header: 'kg reçus', width: 12, cell: ({ weightGrams }) => weightGrams / 1000 },
      { header: 'Sans poids', width: 12, cell: ({ withoutWeight }) => withoutWeight },
      { header: 'm³ reçus', width: 12, cell: ({ volumeCm3 }) => volumeCm3 / 1_000_000 },
      { header: 'Sans volume', width: 12, cell: ({ withoutVolume }) => withoutVolume },
    ],
    pageAfter: async (last) => (last ? [] : rows),
  });
}

function groupCell(value: string, group: ReportGroup, nameOf: (userId: number) => string): string | null {
  if (value === '') return null;
  if (group === 'agent') return nameOf(Number(value));
  return group === 'mode' ? TRANSPORT_MODE_LABELS[value as keyof typeof TRANSPORT_MODE_LABELS] : value;
}
