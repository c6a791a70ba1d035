import * as z from 'zod/mini';
import { day } from './common.ts';

export const REPORT_UNITS = ['week', 'month'] as const;
export type ReportUnit = (typeof REPORT_UNITS)[number];

export const REPORT_GROUPS = ['none', 'mode', 'town', 'agent'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

const DAY_MS = 24 * 3600 * 1000;
const MAX_DAYS = 366;
const reportDay = day('Choisissez un jour').check(
  z.refine((date) => date >= '2000-01-01' && date <= '2100-12-31', 'Choisissez un jour de 2000 à 2100'),
);

/** Both days included, in GMT. */
export const ReportQuerySchema = z
  .object({
    from: reportDay,
    to: reportDay,
    unit: z._default(z.enum(REPORT_UNITS), 'month'),
    group: z._default(z.enum(REPORT_GROUPS), 'none'),
  })
  .check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'Le dernier jour précède le premier' }),
    z.refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS, {
      path: ['to'],
      error: 'Choisissez un an au plus',
    }),
  );
export type ReportQuery = z.output<typeof ReportQuerySchema>;

const ReportRowSchema = z.object({
  period: z.string(),
  group: z.string(),
  received: z.int(),
  shipped: z.int(),
  arrived: z.int(),
  handedOver: z.int(),
  weightGrams: z.number(),
  withoutWeight: z.int(),
  volumeCm3: z.number(),
  withoutVolume: z.int(),
});
export const ReportSchema = z.array(ReportRowSchema);
export type ReportRow = z.infer<typeof ReportRowSchema>;
