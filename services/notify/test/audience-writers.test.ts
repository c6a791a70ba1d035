import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');

/** Writes to the tables of messages about orders, through Prisma and in SQL. */
const WRITES = [
  /\b(notificationOrder|deliveryOrder|changeToTell|withdrawnOrderEvent)\s*\.\s*(create|update|upsert|delete)\w*\(/,
  /\bpersonToTell\s*\.\s*(create|update|upsert)\w*\(/,
  /\b(INSERT INTO|UPDATE|DELETE FROM)\s+"?(notification_orders|delivery_orders|changes_to_tell|people_to_tell)\b/,
];

/** Besides the audience: examples, and repairs of stored rows. */
const OTHERS = /^(generated|audience|seed)\//;

it('only the audience module writes what users, devices and people are told of orders', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !OTHERS.test(file));
  const writers = files.filter((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    return WRITES.some((write) => write.test(text));
  });
  expect(writers).toEqual([]);
});
