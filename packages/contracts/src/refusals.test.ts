import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AddMembersSchema } from './consignments.ts';
import { RecordMilestoneSchema } from './milestones.ts';
import { IMPORT_CELL_MAX, ImportOrdersSchema } from './order-import.ts';
import { SendScansSchema } from './scans.ts';
import { ResumeNumberSchema } from './stopped-numbers.ts';
import { TellCustomersSchema } from './tell-customers.ts';

const line = { line: 1, reference: 'FC-2041' };
const scan = { id: crypto.randomUUID(), mode: 'receive', reference: 'FC-2041', at: '2026-11-28T10:00:00Z' };

/** What people and lists really send, with the field that is refused and words of the sentence. */
const REFUSED: [string, z.core.$ZodType, unknown, string, RegExp][] = [
  ['no number to resume', ResumeNumberSchema, {}, 'phone', /indicatif/],
  ['a blank number to resume', ResumeNumberSchema, { phone: '' }, 'phone', /indicatif/],
  ['a number to resume without its dialling code', ResumeNumberSchema, { phone: '70 12 34 56' }, 'phone', /indicatif/],
  ['an import without a file', ImportOrdersSchema, { dryRun: true }, 'lines', /aucune ligne à importer/],
  ['an import of an empty file', ImportOrdersSchema, { lines: [], dryRun: true }, 'lines', /aucune ligne à importer/],
  ['an import with a line twice', ImportOrdersSchema, { lines: [line, line], dryRun: true }, 'lines', /Deux lignes/],
  [
    'an import of a cell with a long text',
    ImportOrdersSchema,
    { lines: [{ ...line, contents: 'a'.repeat(IMPORT_CELL_MAX + 1) }], dryRun: true },
    'lines.0.contents',
    /301 caractères/,
  ],
  ['an empty list for a consignment', AddMembersSchema, { lines: [], dryRun: true }, 'lines', /aucun colis à ajouter/],
  ['a consignment with a line twice', AddMembersSchema, { lines: [line, line], dryRun: true }, 'lines', /Deux lignes/],
  ['news of no order', TellCustomersSchema, { text: 'Au dépôt', orderIds: [] }, 'orderIds', /au moins une commande/],
  [
    'a scan of a long text',
    SendScansSchema,
    { scans: [{ ...scan, reference: 'a'.repeat(251) }] },
    'scans.0.reference',
    /trop long/,
  ],
  [
    'a code that is a sentence',
    SendScansSchema,
    { scans: [{ ...scan, code: '1'.repeat(21) }] },
    'scans.0.code',
    /six chiffres/,
  ],
  [
    'an unknown choice for parcels',
    RecordMilestoneSchema,
    { definitionId: 1, unscanned: '' },
    'unscanned',
    /Choisissez/,
  ],
];

describe('the contracts of the back office', () => {
  it.each(REFUSED)('refuse %s with what to do', (_what, schema, body, field, words) => {
    const { error } = z.safeParse(schema, body);
    const issue = error?.issues.find(({ path }) => path.join('.') === field);
    expect(issue?.message).toMatch(words);
    expect(error?.issues.map(({ message }) => message)).not.toContain('Requête invalide');
  });
});
