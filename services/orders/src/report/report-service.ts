import type { Readable } from 'node:stream';
import type { ReportGroup, ReportQuery, ReportRow, ReportUnit } from '@fasocolis/contracts/report';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { streamWorkbook } from '@fasocolis/workbook-kit/stream-workbook';
import type { Database } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

export const REPORT_FILE_NAME = 'bilan.xlsx';

const DAY_MS = 24 * 3600 * 1000;
const STEPS = ['PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED'];

/** What the rows are divided by, of an event `e` of an order `o`. */
const GROUPS: Record<ReportGroup, Prisma.Sql> = {
  none: Prisma.sql`''`,
  mode: Prisma.sql`coalesce(o.mode::text, '')`,
  // Where nothing says it, the city of departure: parcels are received and shipped there.
  town: Prisma.sql`coalesce(e.place, CASE WHEN e.status IN ('PROCESSING', 'IN_TRANSIT') THEN (
    SELECT c.departure_city FROM consignment_orders co JOIN consignments c ON c.id = co.consignment_id
    WHERE co.order_id = o.id ORDER BY c.id DESC LIMIT 1) END, '')`,
  agent: Prisma.sql`coalesce(e.user_id::text, '')`,
};

/** What happened to parcels in each period, oldest first. */
export function readReport(database: Database, { from, to, unit, group }: ReportQuery): Promise<ReportRow[]> {
  const end = new Date(Date.parse(to) + DAY_MS);
  return database.$queryRaw<ReportRow[]>`
    WITH reached AS (
      SELECT DISTINCT ON (e.order_id, e.status) e.status, e.occurred_at, o.weight_grams, o.volume_cm3,
        ${GROUPS[group]} AS "group"
      FROM order_events e JOIN orders o ON o.id = e.order_id
      WHERE e.status = ANY(${STEPS}) AND e.withdrawn_at IS NULL
        AND e.occurred_at >= ${new Date(from)} AND e.occurred_at < ${end}
        AND NOT EXISTS (
          SELECT FROM order_events f WHERE f.order_id = e.order_id AND f.status = e.status AND f.withdrawn_at IS NULL
            AND f.occurred_at < ${new Date(from)})
      ORDER BY e.order_id, e.status, e.occurred_at, e.id
    )
    SELECT to_char(date_trunc(${unit}::text, occurred_at AT TIME ZONE 'UTC'), 'YYYY-MM-DD') AS period, "group",
      count(*) FILTER (WHERE status = 'PROCESSING')::int AS received,
      count(*) FILTER (WHERE status = 'IN_TRANSIT')::int AS shipped,
      count(*) FILTER (WHERE status = 'ARRIVED')::int AS arrived,
      count(*) FILTER (WHERE status = 'DELIVERED')::int AS "handedOver",
      coalesce(sum(weight_grams) FILTER (WHERE status = 'PROCESSING'), 0)::float8 AS "weightGrams",
      count(*) FILTER (WHERE status = 'PROCESSING' AND weight_grams IS NULL)::int AS "withoutWeight",
      coalesce(sum(volume_cm3) FILTER (WHERE status = 'PROCESSING'), 0)::float8 AS "volumeCm3",
      count(*) FILTER (WHERE status = 'PROCESSING' AND volume_cm3 IS NULL)::int AS "withoutVolume"
    FROM reached GROUP BY 1, 2 ORDER BY 1, 2`;
}

const UNITS: Record<ReportUnit, string> = { week: 'Semaine du', month: 'Mois du' };
const GROUP_HEADERS: Record<ReportGroup, string> = {
  none: 'Ensemble',
  mode: 'Transport',
  town: 'Ville',
  agent: 'Agent (n°)',
};

/** Streams the report as an Excel workbook. @throws AppError `too-many-requests` during another export */
export async function exportReport(database: Database, query: ReportQuery): Promise<Readable> {
  const rows = await readReport(database, query);
  const { unit, group } = query;
  return streamWorkbook<ReportRow>({
    sheet: 'Bilan',
    columns: [
      { header: UNITS[unit], width: 14, format: 'day' },
      { header: GROUP_HEADERS[group], width: 20 },
      ...['Reçus', 'Expédiés', 'Arrivés', 'Remis', 'kg reçus', 'Sans poids', 'm³ reçus', 'Sans volume'].map(
        (header) => ({
          header,
          width: 12,
        }),
      ),
    ],
    pageAfter: async (last) => (last ? [] : rows),
    cellsOf: (row) => [
      ...[new Date(row.period), groupCell(row.group, group)],
      ...[row.received, row.shipped, row.arrived, row.handedOver],
      ...[row.weightGrams / 1000, row.withoutWeight, row.volumeCm3 / 1_000_000, row.withoutVolume],
    ],
  });
}

function groupCell(value: string, group: ReportGroup): string | number | null {
  if (value === '') return null;
  if (group === 'agent') return Number(value);
  return group === 'mode' ? TRANSPORT_MODE_LABELS[value as keyof typeof TRANSPORT_MODE_LABELS] : value;
}
