import type { ConnectionOptions } from './database.ts';
import { migrate } from './migrate.ts';

/** On a small machine all other processes start at the same time. */
const SEED_TIMEOUT_MS = 60_000;

interface SeedTransaction {
  seed: { createMany(args: { data: { name: string }[]; skipDuplicates: true }): Promise<{ count: number }> };
}

/** Runs a seed once in the life of a database, so that later edits and deletions stay. @returns whether it ran now */
export function seedOnce<Tx extends SeedTransaction>(
  database: {
    $transaction<T>(work: (transaction: Tx) => Promise<T>, limits: { maxWait: number; timeout: number }): Promise<T>;
  },
  name: string,
  work: (transaction: Tx) => Promise<unknown>,
): Promise<boolean> {
  const limits = { maxWait: SEED_TIMEOUT_MS, timeout: SEED_TIMEOUT_MS };
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.seed.createMany({ data: [{ name }], skipDuplicates: true });
    if (count === 1) await work(transaction);
    return count === 1;
  }, limits);
}

/** Migrates and seeds a service's database. Runs to completion before the service starts. */
export async function migrateAndSeed<Database extends { $disconnect(): Promise<void> }>(options: {
  config: { DATABASE_URL: string; DIRECT_DATABASE_URL?: string | undefined };
  migrations: string;
  openDatabase: (url: string, options: ConnectionOptions) => Database;
  seed: (database: Database) => Promise<unknown>;
}): Promise<void> {
  const { config, migrations, openDatabase, seed } = options;
  // Advisory locks need a session, which a pooler does not keep.
  const databaseUrl = config.DIRECT_DATABASE_URL ?? config.DATABASE_URL;
  await migrate(databaseUrl, migrations);
  const database = openDatabase(databaseUrl, { connectionTimeoutMs: SEED_TIMEOUT_MS });
  await seed(database);
  await database.$disconnect();
}
