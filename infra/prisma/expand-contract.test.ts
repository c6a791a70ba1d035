import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../local/root.ts';
import { breakingStatements } from './expand-contract.ts';
import { prismaFolder } from './schema-drift.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

describe('the version before a migration still works after it', () => {
  it.each(SERVICES)('in %s', (service) => {
    const folder = join(prismaFolder(service), 'migrations');
    const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const migrations = names.map(({ name }) => name).toSorted();
    // The first migration has no version before it.
    for (const name of migrations.slice(1)) {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      expect(breakingStatements(sql, version), name).toEqual([]);
    }
  });
});

describe('a migration is refused', () => {
  it.each([
    ['that drops a table', 'DROP TABLE "orders";'],
    ['that drops a column', 'ALTER TABLE "orders" ADD COLUMN "a" TEXT,\nDROP COLUMN "note";'],
    ['that renames a column', 'ALTER TABLE "orders" RENAME COLUMN "note" TO "remark";'],
    ['that renames a table', 'ALTER TABLE orders RENAME TO parcels;'],
    ['that changes a type', 'ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE INTEGER;'],
    ['that makes a column required', 'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;'],
    ['that adds a required column nobody fills', 'ALTER TABLE "orders" ADD COLUMN     "note" TEXT NOT NULL;'],
    [
      'that adds one after a harmless one',
      `ALTER TABLE "orders" ADD COLUMN "a" INTEGER NOT NULL DEFAULT 1,
      ADD COLUMN "b" TEXT NOT NULL;`,
    ],
    ['that takes away a default', 'ALTER TABLE "orders" ALTER COLUMN "note" DROP DEFAULT;'],
    ['that makes old values unique', 'CREATE UNIQUE INDEX "orders_note_key" ON "orders"("note");'],
    ['that adds a rule to an old table', 'ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK (length(note) > 1);'],
    ['that deletes rows', 'DELETE FROM "orders";'],
    [
      'whose waiver names no earlier release',
      '-- contract: note unused since 0.2.0\nALTER TABLE "orders" DROP COLUMN "note";',
    ],
  ])('%s', (_case, sql) => {
    expect(breakingStatements(sql, '0.2.0')).toHaveLength(1);
  });
});

describe('a migration is accepted', () => {
  it.each([
    ['that adds an optional column', 'ALTER TABLE "orders" ADD COLUMN     "note" TEXT;'],
    ['that adds a required column with a default', `ALTER TABLE "orders" ADD COLUMN "note" TEXT NOT NULL DEFAULT '';`],
    ['that frees a column', 'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL;'],
    ['that adds a value to a type', `ALTER TYPE "email_kind" ADD VALUE 'contact';`],
    [
      'that adds a table with its rules',
      `CREATE TABLE "notes" ("id" SERIAL NOT NULL);
      CREATE UNIQUE INDEX "notes_key" ON "notes"("id");
      ALTER TABLE "notes" ADD CONSTRAINT "c" FOREIGN KEY ("id") REFERENCES "orders"("id");`,
    ],
    [
      'that makes a new column unique',
      `ALTER TABLE "orders" ADD COLUMN "code" TEXT;
      CREATE UNIQUE INDEX "orders_code_key" ON "orders"("code");`,
    ],
    ['that adds an index', 'CREATE INDEX "orders_note_idx" ON "orders"("note");'],
    [
      'that drops what an earlier release left unused',
      '-- contract: note unused since 0.2.0\nALTER TABLE "orders" DROP COLUMN "note";',
    ],
  ])('%s', (_case, sql) => {
    expect(breakingStatements(sql, '0.10.0')).toEqual([]);
  });
});
