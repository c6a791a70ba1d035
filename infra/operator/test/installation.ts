import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SERVICES } from '@fasocolis/contracts/services';
import { migrate } from '@fasocolis/service-kit/data/migrate';
import { testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import pg from 'pg';
import { prepareSchemas } from '../../local/database.ts';

/**
 * A database as a fresh installation has it: each schema owned by a role of its own, which is no superuser.
 * @param migrated the services whose schemas get their tables
 */
export async function createInstallation(migrated: readonly string[] = SERVICES) {
  const suffix = randomBytes(6).toString('hex');
  const database = `op_${suffix}`;
  const names = SERVICES.map((service) => [service, `op_${service}_${suffix}`] as const);
  await onServer(async (server) => {
    await server.query(`CREATE DATABASE ${database}`);
  });
  const roles = names.map(([, name]) => name);
  await prepareSchemas(urlOf(database), roles, () => 'secret');
  const addresses = new Map<string, string>(names.map(([service, name]) => [service, urlOf(database, name)]));
  const addressOf = (service: string) => addresses.get(service) ?? '';
  for (const service of migrated) await migrate(addressOf(service), migrationsFolder(service));
  return {
    redisUrl: testRedisUrl(),
    /** The URL with which the operator connects. */
    databaseUrl: urlOf(database),
    /** The URL with which a service connects. */
    addressOf,
    /** Runs SQL as a service. */
    sql: (service: string, query: string, values: unknown[] = []) => onDatabase(addressOf(service), query, values),
    async remove() {
      await onServer(async (server) => {
        await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
        for (const role of roles) await server.query(`DROP ROLE ${role}`);
      });
    },
  };
}

export type TestInstallation = Awaited<ReturnType<typeof createInstallation>>;

export const migrationsFolder = (service: string) =>
  join(import.meta.dirname, '../../../services', service, 'prisma/migrations');

async function onDatabase(url: string, query: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query, values)).rows;
  } finally {
    await client.end();
  }
}

async function onServer(work: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

function urlOf(database: string, role?: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  if (role) [url.username, url.password] = [role, 'secret'];
  url.pathname = `/${database}`;
  return url.href;
}
