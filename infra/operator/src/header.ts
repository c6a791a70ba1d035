import { InstantSchema } from '@fasocolis/contracts/common';
import { frenchFormat } from '@fasocolis/contracts/dates';
import * as z from 'zod/mini';

const ContentsSchema = z.object({ rows: z.number(), checksum: z.string() });

/** The first line of a backup, followed by pg_dump's archive. */
export const HeaderSchema = z.object({
  /** Incremented when older programs cannot restore newer backups. */
  format: z.literal(2),
  createdAt: InstantSchema,
  services: z.record(
    z.string(),
    z.object({ migrations: z.array(z.string()), tables: z.record(z.string(), ContentsSchema) }),
  ),
});
export type Header = z.infer<typeof HeaderSchema>;

const moment = frenchFormat({ dateStyle: 'full', timeStyle: 'medium' });
const number = new Intl.NumberFormat('fr-FR');

export function summarize({ services }: Header): string {
  const counts = Object.entries(services).map(([service, { tables }]) => {
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    return `${service} ${number.format(rows)}`;
  });
  return `Lignes : ${counts.join(', ')}.`;
}

export function dateOf({ createdAt }: Header): string {
  return `${moment(createdAt)} (UTC)`;
}
