import { InstantSchema } from '@fasocolis/contracts/common';
import * as z from 'zod/mini';

/** Goes up when an older program could not restore what a newer one writes. */
export const FORMAT = 1;

const TableSchema = z.object({
  name: z.string(),
  /** Those that hold data of their own, quoted as SQL needs them. */
  columns: z.array(z.string()),
});
export type Table = z.infer<typeof TableSchema>;

const SequenceSchema = z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() });
export type Sequence = z.infer<typeof SequenceSchema>;

const ServiceSchema = z.object({
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(TableSchema),
  sequences: z.array(SequenceSchema),
});
export type ServiceManifest = z.infer<typeof ServiceSchema>;

/** The first file of a backup: what it is of, and what is needed to make room for it. */
export const ManifestSchema = z.object({
  format: z.number(),
  createdAt: InstantSchema,
  services: z.record(z.string(), ServiceSchema),
});
export type Manifest = z.infer<typeof ManifestSchema>;

const ContentsSchema = z.object({
  rows: z.number(),
  /** Sum of a hash of each row: the same for the same rows in any order. */
  checksum: z.string(),
});
export type Contents = z.infer<typeof ContentsSchema>;

/** The last file of a backup: what the restored tables must hold, by service and table. */
export const SummarySchema = z.object({
  contents: z.record(z.string(), z.record(z.string(), ContentsSchema)),
  /** Events that were under way between services. */
  events: z.number(),
});
export type Summary = z.infer<typeof SummarySchema>;
