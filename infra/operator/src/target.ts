import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { BOOKKEEPING, type Migration, UNFINISHED_RESTORATION } from '@fasocolis/service-kit/migrate';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartError } from '../../local/start-error.ts';
import { connect, contentsOf, copyIn, quoted, tablesOf } from './database.ts';
import type { Contents, ServiceManifest, Table } from './manifest.ts';
import { resend, setAside } from './pending-events.ts';

/** How long whoever has just been stopped may take to let go of a database. */
const PATIENCE_MS = 5000;
/**
 * A pooler keeps connections whose users have gone: one that rests for so long has none. It is longer than the pauses
 * between health checks, so that a product that runs is seen.
 */
const REST_MS = 7000;

/** A service's database that a backup is being restored into: in one transaction, until `commit`. */
export class Target {
  readonly #service: string;
  readonly #url: string;
  readonly #client: pg.Client;
  readonly #foreignKeys: string[] = [];
  #hasPendingEvents = false;

  private constructor(service: string, url: string, client: pg.Client) {
    this.#service = service;
    this.#url = url;
    this.#client = client;
  }

  static async open(service: string, url: string): Promise<Target> {
    const client = await connect(url).catch((cause: Error) => {
      throw new StartError(`La base ${service} ne répond pas : ${cause.message}.`, { cause });
    });
    return new Target(service, url, client);
  }

  /** Waits a little for others to leave. @throws StartError when they do not */
  async refuseWhileInUse(): Promise<void> {
    const isPooled = new URL(this.#url).port === '6432';
    const deadline = Date.now() + PATIENCE_MS + (isPooled ? REST_MS : 0);
    for (;;) {
      const { rows } = await this.#client.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
           AND NOT ($1 AND state = 'idle' AND state_change < clock_timestamp() - $2 * interval '1 ms')`,
        [isPooled, REST_MS],
      );
      if (rows.length === 0) return;
      if (Date.now() > deadline) {
        throw new StartError(
          `La base ${this.#service} est encore utilisée (${rows.length} connexion(s)) : arrêtez FasoColis d'abord.`,
        );
      }
      await delay(100);
    }
  }

  /** Begins the transaction: from here on it sees empty tables as the given migrations make them. */
  async makeRoom(migrations: Migration[]): Promise<void> {
    const client = this.#client;
    await client.query('BEGIN');
    const { rows: schemas } = await client.query<{ name: string }>('SELECT quote_ident(current_user) AS name');
    await client.query(`DROP SCHEMA ${schemas[0]?.name} CASCADE`);
    await client.query('CREATE SCHEMA AUTHORIZATION CURRENT_USER');
    await client.query(BOOKKEEPING);
    for (const { sql } of migrations) await client.query(sql);
    const tables = (await tablesOf(client)).map(({ name }) => quoted(name));
    await client.query(`TRUNCATE ${tables.join(', ')}`);
    // The rows come as they were: nothing is to be counted again. Their links are checked once, when all are there.
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const { rows } = await client.query<{ table: string; name: string; definition: string }>(
      `SELECT relname AS "table", conname AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
       FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
       WHERE contype = 'f' AND connamespace = current_user::text::regnamespace`,
    );
    for (const { table, name, definition } of rows) {
      await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
      this.#foreignKeys.push(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`);
    }
  }

  async load(table: Table, content: AsyncIterable<Uint8Array>): Promise<void> {
    await pipeline(content, this.#client.query(copyFrom(copyIn(table))));
  }

  /** Keeps events that were under way until `finish`. @returns how many there are */
  async setAside(events: AsyncIterable<Uint8Array>): Promise<number> {
    this.#hasPendingEvents = true;
    return setAside(this.#client, events);
  }

  /**
   * Makes the database whole: links, sequences, triggers, events that were under way.
   * @throws StartError when a table does not hold what it held when the backup was made
   */
  async finish({ tables, sequences }: ServiceManifest, expected: Record<string, Contents>): Promise<void> {
    const client = this.#client;
    for (const table of tables) {
      const found = await contentsOf(client, table);
      const wanted = expected[table.name];
      if (wanted?.rows !== found.rows || wanted.checksum !== found.checksum) {
        throw new StartError(
          `La table ${this.#service}.${table.name} n'est pas revenue telle qu'elle était ` +
            `(${found.rows} lignes au lieu de ${wanted?.rows ?? 'aucune connue'}) : rien n'a été restauré.`,
        );
      }
      await client.query(`ALTER TABLE ${quoted(table.name)} ENABLE TRIGGER USER`);
    }
    for (const statement of this.#foreignKeys) await client.query(statement);
    for (const { name, lastValue, isCalled } of sequences) {
      await client.query('SELECT setval($1::regclass, $2, $3)', [quoted(name), lastValue, isCalled]);
    }
    if (this.#hasPendingEvents) await resend(client);
  }

  commit(): Promise<unknown> {
    return this.#client.query('COMMIT');
  }

  /** Notes, outside the transaction, whether the databases may be of different moments: services then do not start. */
  async markUnfinished(unfinished: boolean): Promise<void> {
    const client = await connect(this.#url);
    try {
      const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
      const comment = unfinished ? pg.escapeLiteral(UNFINISHED_RESTORATION) : 'NULL';
      await client.query(`COMMENT ON SCHEMA ${quoted(rows[0]?.name ?? '')} IS ${comment}`);
    } finally {
      await client.end();
    }
  }

  /** Ends the connection; what was not committed never happened. */
  close(): Promise<void> {
    return this.#client.end();
  }
}
