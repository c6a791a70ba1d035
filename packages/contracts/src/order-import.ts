import * as z from 'zod/mini';
import { boundedText, optionalText } from './common.ts';
import { deliveryDay, ReferenceSchema, StaffOrderSchema } from './orders.ts';
import { referenceKey } from './reading/reference.ts';

/** Longer files are sent in parts. */
export const IMPORT_LINES_PER_CALL = 500;
/** Longer texts violate the rule of their field anyway. */
export const IMPORT_CELL_MAX = 250;

const INVALID = 'Requête invalide';
const CellSchema = z.optional(z.nullable(boundedText(IMPORT_CELL_MAX, INVALID)));

/** A line as found in the file, with the line number that users see. */
const ImportLineSchema = z.object({
  line: z.int(INVALID).check(z.gte(1, INVALID)),
  reference: CellSchema,
  estimatedDelivery: CellSchema,
  client: CellSchema,
});
export type ImportLine = z.infer<typeof ImportLineSchema>;

/** A dry run validates the lines and writes nothing. */
export const ImportOrdersSchema = z.object({
  lines: z.array(ImportLineSchema, INVALID).check(
    z.minLength(1, INVALID),
    z.maxLength(
      IMPORT_LINES_PER_CALL,
      `Un envoi ne doit pas dépasser ${IMPORT_LINES_PER_CALL} lignes. Envoyez le fichier en plusieurs fois.`,
    ),
    z.refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, INVALID),
  ),
  dryRun: z.boolean(INVALID),
});
export type ImportOrders = z.infer<typeof ImportOrdersSchema>;

/** As for a single order, with French dates as well. */
export const ImportedOrderSchema = z.object({
  reference: ReferenceSchema,
  estimatedDelivery: z.pipe(
    z.transform((cell: unknown) => (typeof cell === 'string' ? toIsoDay(cell.trim()) : cell)),
    deliveryDay('Date illisible\u00a0: écrivez 31/12/2026'),
  ),
  /** The owner: id, username or email address. */
  client: optionalText(200),
});

/** Converts 31/12/2026 to 2026-12-31; returns other texts unchanged. */
function toIsoDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** Created, or valid in a dry run; refused with the reason. */
const ImportOutcomeSchema = z.object({
  line: z.int(),
  outcome: z.enum(['ready', 'created', 'refused']),
  message: z.optional(z.string()),
  order: z.optional(StaffOrderSchema),
});
export const ImportOutcomesSchema = z.array(ImportOutcomeSchema);
export type ImportOutcome = z.infer<typeof ImportOutcomeSchema>;

/** Finds lines whose reference repeats an earlier line. @returns a message per line */
export function repeatedReferences(lines: readonly ImportLine[]): Map<number, string> {
  const firstLines = new Map<string, number>();
  const repeated = new Map<number, string>();
  for (const { line, reference } of lines) {
    const key = referenceKey(reference ?? '');
    const first = firstLines.get(key);
    if (key === '') continue;
    if (first === undefined) firstLines.set(key, line);
    else repeated.set(line, `Référence déjà présente dans le fichier à la ligne ${first}`);
  }
  return repeated;
}
