import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Serializes replicas that start together. */
const MIGRATION_LOCK = 72_707_369;

/** Prisma's own bookkeeping, so that `prisma migrate status` works. */
const BOOKKEEPING = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/**
 * Applies the missing migrations of a Prisma folder to the role's schema, each in its own transaction. Creates the
 * schema, which is named like the role, when it is missing.
 * @returns the names of the applied migrations, oldest first
 * @throws Error when an applied migration was edited afterwards, or a statement fails
 */
export async function migrate(databaseUrl: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1, hashtext(current_user))', [MIGRATION_LOCK]);
    const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = current_user');
    if (rowCount === 0) await client.query('CREATE SCHEMA AUTHORIZATION CURRENT_USER');
    await client.query(BOOKKEEPING);
    const applied = await appliedChecksums(client);
    const names: string[] = [];
    for (const { name, sql, checksum } of await readMigrations(folder)) {
      const known = applied.get(name);
      if (known !== undefined && known !== checksum)
        throw new Error(`Migration ${name} was edited after it was applied`);
      if (known !== undefined) continue;
      await apply(client, name, sql, checksum);
      names.push(name);
    }
    return names;
  } finally {
    await client.end();
  }
}

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** The migrations of a Prisma migrations folder, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The applied migrations of a database, with their checksums. */
export async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  return new Map(rows.map((row) => [row.migration_name, row.checksum]));
}

async function apply(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed`, { cause });
  }
}
