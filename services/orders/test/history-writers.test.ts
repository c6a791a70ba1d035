import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');

/** Writes to the tables of histories, through Prisma and in SQL. */
const WRITES = [
  /\borderEvent\s*\.\s*(create|update|upsert|delete)\w*\(/,
  /\border\s*\.\s*(create|update|upsert)\w*\(/,
  /\bpieceStep\s*\.\s*(create|update|upsert|delete)\w*\(/,
  /\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?(order_events|piece_steps)/,
  /\b(INSERT INTO|UPDATE)\s+"?orders\b/,
];

/**
 * Writes beside the history: examples, what was stored before it was read, the mode that an order takes from its
 * consignment, and balances.
 */
const OTHERS = [
  ...['seed/demo-consignments.ts', 'seed/demo-orders.ts', 'seed/demo-parcels.ts', 'seed/read-stored-texts.ts'],
  ...['consignments/members.ts', 'ledger/balance.ts'],
];

it('only the history module writes orders and their events', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !/^(generated|history)\//.test(file));
  const writers = files.filter((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    return WRITES.some((write) => write.test(text));
  });
  expect(writers.toSorted()).toEqual(OTHERS.toSorted());
});
