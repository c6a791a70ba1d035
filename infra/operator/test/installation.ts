import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type Migration, migrate } from '@fasocolis/service-kit/migrate';
import { testRedisUrl } from '@fasocolis/service-kit/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { prepareSchemas } from '../../local/database.ts';
import { ROOT, SERVICES } from '../../local/services.ts';
import { backUp, type Data } from '../src/backup.ts';
import { connect, contentsOf, describe } from '../src/database.ts';

/**
 * A database as a fresh installation has it: each schema owned by a role of its own, which is no superuser.
 * @param only the migrations that a service is to have, when those are not all
 */
export async function createInstallation(only: (service: string) => Migration[] | undefined = () => undefined) {
  const suffix = randomBytes(6).toString('hex');
  const database = `op_${suffix}`;
  const names = SERVICES.map((service) => [service, `op_${service}_${suffix}`] as const);
  await onServer(async (server) => {
    await server.query(`CREATE DATABASE ${database}`);
  });
  const roles = names.map(([, name]) => name);
  await prepareSchemas(urlOf(database), roles, () => 'secret');
  const databases = Object.fromEntries(names.map(([service, name]) => [service, urlOf(database, name)]));
  for (const [service, url] of Object.entries(databases)) {
    const chosen = only(service);
    const folder = chosen ? writeMigrations(chosen) : migrationsFolder(service);
    await migrate(url, folder);
    if (chosen) rmSync(folder, { recursive: true });
  }
  const data: Data = { databases, redisUrl: testRedisUrl() };
  return {
    ...data,
    /** Runs SQL in a service's database. */
    sql: (service: string, query: string, values: unknown[] = []) =>
      onDatabase(databases[service] ?? '', query, values),
    migrate: (service: string) => migrate(databases[service] ?? '', migrationsFolder(service)),
    contents: () => contentsOfAll(data),
    async remove() {
      await onServer(async (server) => {
        await server.query(`DROP DATABASE ${database} WITH (FORCE)`);
        for (const role of roles) await server.query(`DROP ROLE ${role}`);
      });
      const redis = new Redis(data.redisUrl);
      await redis.flushdb();
      redis.disconnect();
    },
  };
}

export type TestInstallation = Awaited<ReturnType<typeof createInstallation>>;

export const migrationsFolder = (service: string) => join(ROOT, 'services', service, 'prisma/migrations');

function writeMigrations(migrations: Migration[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'fasocolis-migrations-'));
  for (const { name, sql } of migrations) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
}

/** A backup in memory, for those that are small. */
export async function backupOf(data: Data, key?: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await backUp(data, key, sink);
  return Buffer.concat(chunks);
}

/** Rows and checksum of every table, and where every sequence stands. */
async function contentsOfAll({ databases }: Data) {
  const all: Record<string, unknown> = {};
  for (const [service, url] of Object.entries(databases)) {
    const client = await connect(url);
    const { tables, sequences } = await describe(client);
    for (const table of tables) all[`${service}.${table.name}`] = await contentsOf(client, table);
    for (const { name, ...state } of sequences) all[`${service}.${name}`] = state;
    await client.end();
  }
  return all;
}

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

/** Some rows of every kind: accents, quotes, line breaks, nothing, bytes, arrays, JSON, late enum values. */
export async function sow({ sql }: TestInstallation): Promise<void> {
  await sql(
    'auth',
    `INSERT INTO users (username, username_key, first_name, last_name, phone)
     SELECT 'Aïcha ' || n, 'aicha ' || n, E'Aï\\tcha\\n\\\\', '« Ouédraogo »', CASE WHEN n % 2 = 0 THEN '+226 70' END
     FROM generate_series(1, 50) AS n`,
  );
  await sql(
    'auth',
    `INSERT INTO user_tokens (id, kind, user_id, email, token_hash, expires_at)
     SELECT gen_random_uuid(), 'PASSWORD_RESET', id, 'a@example.com', md5(id::text), now() FROM users`,
  );
  await sql(
    'orders',
    `INSERT INTO orders (reference, reference_key, status)
     SELECT 'Colis-' || n, 'COLIS-' || n, CASE n % 3 WHEN 0 THEN 'ORDERED' ELSE 'DELIVERED' END FROM generate_series(1, 200) AS n`,
  );
  await sql('orders', `INSERT INTO saved_orders (user_id, order_id) SELECT 1, id FROM orders LIMIT 20`);
  await sql('catalog', `INSERT INTO images (hash, width, preview) VALUES ('abc', 640, '\\x00ff5c0a')`);
  await sql(
    'catalog',
    `INSERT INTO image_variants (hash, width, bytes)
     SELECT 'abc', width, decode(repeat(md5(width::text), 100000), 'hex') FROM unnest(ARRAY[320, 640, 1280]) AS width`,
  );
  await sql(
    'catalog',
    `INSERT INTO products (name, description, price, has_freeshipping, features, specifications)
     VALUES ('Téléphone', E'Deux\\nlignes', '12 000', true, ARRAY['Étanche', NULL, '{"'], '{"Poids": "200 g"}')`,
  );
  await sql(
    'notify',
    `INSERT INTO email_deliveries (id, kind, contact_message_id) VALUES (gen_random_uuid(), 'contact-message', 1)`,
  );
  await sql('notify', `INSERT INTO notifications (title, body) SELECT 'Titre', 'Texte' FROM generate_series(1, 10)`);
  await sql(
    'content',
    `INSERT INTO contact_messages (first_name, last_name, email, subject, message)
     VALUES ('Awa', 'Sawadogo', 'awa@example.com', 'Bonjour', 'Où est mon colis ?')`,
  );
}
