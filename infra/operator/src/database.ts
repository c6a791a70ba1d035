import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import pg from 'pg';

/** Makes values turn into the same text everywhere, because checksums are computed from it. */
export const TEXT_SETTINGS = `SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
  SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0;`;

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Queries report their own failures.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function addressOfSchema(url: string, service: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c search_path=${service},public`);
  return address.href;
}

/** How long a role of `asService` may connect. */
const LIFETIME_MS = 60_000;

/**
 * Works on the schema of a service as a temporary role with the rights of that service: triggers and views may run functions that the
 * service has defined, which must not get the rights of the administrator.
 * @param work gets the address of the database for that role
 */
export async function asService<T>(url: string, service: string, work: (address: string) => Promise<T>): Promise<T> {
  const role = `${service}_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(24).toString('base64url');
  const address = Object.assign(new URL(addressOfSchema(url, service)), { username: role, password });
  const [name, memberOf] = [role, service].map((each) => pg.escapeIdentifier(each));
  const client = await connect(url);
  try {
    // The password expires, in case this process is killed before it drops the role.
    const until = pg.escapeLiteral(new Date(Date.now() + LIFETIME_MS).toISOString());
    await client.query(
      `CREATE ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)} VALID UNTIL ${until} IN ROLE ${memberOf}`,
    );
    try {
      return await work(address.href);
    } finally {
      await client.query(`DROP ROLE ${name}`);
    }
  } finally {
    await client.end();
  }
}

/**
 * Counts rows and sums their hashes, independent of their order. `record_out` writes the rows, because a service may have defined its own
 * cast to text, which would run with the rights of the administrator.
 */
export const contentsQuery = (schema: string, table: string) =>
  `SELECT count(*) AS rows, coalesce(sum(hash), 0)::text AS checksum
   FROM (SELECT ('x' || encode(substr(sha256(convert_to(record_out(whole_row)::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint::numeric
         AS hash FROM ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)} AS whole_row) AS hashes`;

/** One of PostgreSQL's programs: pg_dump, pg_restore or psql. */
export class Tool {
  readonly process: ChildProcess;
  readonly done: Promise<void>;

  constructor(name: string, args: string[], options: SpawnOptions = {}) {
    this.process = spawn(name, args, { stdio: 'pipe', ...options });
    let said = '';
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
    this.done = once(this.process, 'close').then(([code, signal]) => {
      if (code !== 0) throw new Error(`${name} (${code ?? signal}): ${said.trim()}`);
    });
    // A stream of the program may fail first.
    this.done.catch(() => {});
    this.process.stdin?.on('error', () => {});
  }
}

/** Connection settings that keep the password out of the process list. */
export function connectionOf(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const env: NodeJS.ProcessEnv = { ...process.env, PGPASSWORD: decodeURIComponent(address.password) };
  address.password = '';
  if (address.searchParams.get('sslmode') === 'verify-full') {
    const own = process.env.NODE_EXTRA_CA_CERTS;
    env.PGSSLROOTCERT = own && statSync(own).size > 0 ? own : 'system';
  }
  return { address: address.href, env };
}
