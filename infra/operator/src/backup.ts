import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SERVICES } from '@fasocolis/contracts/services';
import pg from 'pg';
import { connect, connectionOf, contentsQuery, TEXT_SETTINGS, Tool } from './database.ts';
import type { Header } from './header.ts';
import { seal } from './sealing.ts';

export interface Data {
  databaseUrl: string;
  redisUrl: string;
}

export async function backUp(
  { databaseUrl }: Data,
  key: string | undefined,
  destination: Writable,
  services: readonly string[] = SERVICES,
): Promise<Header> {
  const client = await connect(databaseUrl);
  try {
    await client.query(TEXT_SETTINGS);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    const header: Header = { format: 2, createdAt: new Date().toISOString(), services: {} };
    for (const service of services) header.services[service] = await describe(client, service);
    const dump = archive(databaseUrl, services, rows[0]?.snapshot ?? '');
    await pipeline(seal(withHeader(header, dump), key), destination);
    return header;
  } finally {
    await client.end();
  }
}

async function* withHeader(header: Header, dump: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(header)}\n`);
  yield* dump;
}

async function describe(client: pg.Client, service: string): Promise<Header['services'][string]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [service],
  );
  const tables: Header['services'][string]['tables'] = {};
  for (const { name } of rows) {
    const [found] = (await client.query<{ rows: string; checksum: string }>(contentsQuery(service, name))).rows;
    tables[name] = { rows: Number(found?.rows), checksum: found?.checksum ?? '' };
  }
  const migrations = tables._prisma_migrations
    ? await client.query<{ name: string }>(
        `SELECT migration_name AS name FROM ${pg.escapeIdentifier(service)}._prisma_migrations
         WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
      )
    : { rows: [] };
  return { migrations: migrations.rows.map(({ name }) => name), tables };
}

/** pg_dump writes images as hexadecimal, which zstd compresses six times as fast as gzip, and into a smaller file. */
const COMPRESSION = 'zstd:1';

async function* archive(url: string, services: readonly string[], snapshot: string): AsyncGenerator<Uint8Array> {
  const { address, env } = connectionOf(url);
  const schemas = services.map((service) => `--schema=${service}`);
  const how = ['--format=custom', `--compress=${COMPRESSION}`, `--snapshot=${snapshot}`];
  const args = [...how, ...schemas, `--dbname=${address}`];
  const dump = new Tool('pg_dump', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    yield* dump.process.stdout ?? [];
    await dump.done;
  } finally {
    if (dump.process.exitCode === null && dump.process.kill()) await once(dump.process, 'close');
  }
}
