import * as z from 'zod/mini';
import { atMost } from './common.ts';
import { CONTENTS_MAX } from './order-input.ts';
import { StaffOrderSchema } from './orders.ts';
import { referenceKey } from './reading/reference.ts';

/** Longer files are sent in parts. */
export const IMPORT_LINES_PER_CALL = 500;
/** One more than the longest field has: what is cut off here violates the rule of its field anyway. */
export const IMPORT_CELL_MAX = CONTENTS_MAX + 1;

const INVALID = 'Requête invalide';
const NO_LINES =
  'Le fichier n’a aucune ligne à importer. Vérifiez la feuille et les titres, puis choisissez-le de nouveau.';
const TWICE = 'Deux lignes ont le même numéro. Choisissez le fichier de nouveau.';
const CellSchema = z.optional(z.nullable(z.string(INVALID).check(atMost(IMPORT_CELL_MAX))));

const ImportLineSchema = z.object({
  line: z.int(INVALID).check(z.gte(1, INVALID)),
  reference: CellSchema,
  client: CellSchema,
  recipientName: CellSchema,
  recipientPhone: CellSchema,
  mode: CellSchema,
  pieces: CellSchema,
  weight: CellSchema,
  volume: CellSchema,
  contents: CellSchema,
  estimatedDelivery: CellSchema,
  consignment: CellSchema,
});
export type ImportLine = z.infer<typeof ImportLineSchema>;

export const ImportOrdersSchema = z.object({
  lines: z.array(ImportLineSchema, NO_LINES).check(
    z.minLength(1, NO_LINES),
    z.maxLength(
      IMPORT_LINES_PER_CALL,
      `Un envoi ne doit pas dépasser ${IMPORT_LINES_PER_CALL} lignes. Envoyez le fichier en plusieurs fois.`,
    ),
    z.refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, TWICE),
  ),
  dryRun: z.boolean(INVALID),
});
export type ImportOrders = z.infer<typeof ImportOrdersSchema>;

/** A `completed` line added measures to a parcel with its courier number; the message says which. */
const ImportOutcomeSchema = z.object({
  line: z.int(),
  outcome: z.enum(['ready', 'created', 'completed', 'refused']),
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
