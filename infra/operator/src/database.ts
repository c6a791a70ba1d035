import { appliedChecksums } from '@fasocolis/service-kit/migrate';
import pg from 'pg';
import type { Contents, Sequence, ServiceManifest, Table } from './manifest.ts';

export const quoted = (name: string) => pg.escapeIdentifier(name);

/** How values turn into text: the same wherever a database lies, as checksums are made of it. */
const SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  statement_timeout: '0',
  // Whoever still uses a table that is to be replaced should be told of, not waited for.
  lock_timeout: '15s',
  // A session whose program was killed ends soon, also in the middle of a long query.
  client_connection_check_interval: '1s',
};

/** Connects to a service's database. The caller ends the connection. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Every query reports its own failure.
  client.on('error', () => {});
  await client.connect();
  for (const [name, value] of Object.entries(SETTINGS)) {
    await client.query('SELECT set_config($1, $2, false)', [name, value]);
  }
  return client;
}

/** What a database consists of, besides its rows. */
export async function describe(client: pg.Client): Promise<ServiceManifest> {
  const tables = await tablesOf(client);
  const migrated = tables.some(({ name }) => name === '_prisma_migrations');
  const checksums = migrated ? await appliedChecksums(client) : new Map<string, string>();
  const migrations = [...checksums].map(([name, checksum]) => ({ name, checksum }));
  migrations.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { migrations, tables, sequences: await sequencesOf(client) };
}

/** The tables of a database with the columns that hold data of their own: PostgreSQL computes the generated ones. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT relname AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = current_user::text::regnamespace AND relkind = 'r'
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY relname ORDER BY relname`,
  );
  return rows;
}

/** Sequences know no snapshot: read after it, they are never behind its rows. */
async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_user::text::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${quoted(name)}`,
    );
    const [{ last_value: lastValue, is_called: isCalled } = { last_value: '1', is_called: false }] = state.rows;
    sequences.push({ name, lastValue, isCalled });
  }
  return sequences;
}

/** Counts a table's rows and adds up a hash of each, inside the database. */
export async function contentsOf(client: pg.Client, { name }: Table): Promise<Contents> {
  const { rows } = await client.query<{ rows: string; checksum: string }>(
    `SELECT count(*) AS rows, coalesce(sum(hash), 0)::text AS checksum
     FROM (SELECT ('x' || encode(substr(sha256(convert_to(whole_row::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint::numeric
           AS hash FROM ${quoted(name)} AS whole_row) AS hashes`,
  );
  const [found] = rows;
  if (!found) throw new Error(`no answer about ${name}`);
  return { rows: Number(found.rows), checksum: found.checksum };
}

/** COPY's own text format, with the columns in the order in which the manifest names them. */
export const copyOut = ({ name, columns }: Table) => `COPY ${quoted(name)} (${columns.join(', ')}) TO STDOUT`;
export const copyIn = ({ name, columns }: Table) => `COPY ${quoted(name)} (${columns.join(', ')}) FROM STDIN`;
