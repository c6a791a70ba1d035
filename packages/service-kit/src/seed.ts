import type { ConnectionOptions } from './database.ts';
import { migrate } from './migrate.ts';

/** How long what seeds waits for a connection: on a small machine everything else starts at the same time. */
const SEED_TIMEOUT_MS = 60_000;

interface SeedTransaction {
  seed: { createMany(args: { data: { name: string }[]; skipDuplicates: true }): Promise<{ count: number }> };
}

/**
 * Sows a seed once in the life of a database: a later start changes nothing, whatever people edited or removed since.
 * @returns whether it was seeded now
 */
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

/** Brings a service's database up to date, then seeds what it lacks. Runs to its end before the service starts. */
export async function migrateAndSeed<Database extends { $disconnect(): Promise<void> }>(options: {
  config: { DATABASE_URL: string; DIRECT_DATABASE_URL?: string | undefined };
  /** The folder of Prisma's migrations. */
  migrations: string;
  openDatabase: (url: string, options: ConnectionOptions) => Database;
  seed: (database: Database) => Promise<unknown>;
}): Promise<void> {
  const { config, migrations, openDatabase, seed } = options;
  // Through a pooler neither an advisory lock nor anything else of a session would hold.
  const databaseUrl = config.DIRECT_DATABASE_URL ?? config.DATABASE_URL;
  await migrate(databaseUrl, migrations);
  const database = openDatabase(databaseUrl, { connectionTimeoutMs: SEED_TIMEOUT_MS });
  await seed(database);
  await database.$disconnect();
}
