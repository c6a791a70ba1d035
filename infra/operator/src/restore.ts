import { once } from 'node:events';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES } from '@fasocolis/contracts/services';
import { type Migration, readMigrations } from '@fasocolis/service-kit/data/migrate';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import type { Redis } from 'ioredis';
import pg from 'pg';
import type { Data } from './backup.ts';
import { asService, connect, connectionOf, contentsQuery, TEXT_SETTINGS, Tool } from './database.ts';
import { type Header, HeaderSchema } from './header.ts';
import { OperatorError } from './operator-error.ts';
import { type Bytes, damaged, unseal } from './sealing.ts';
import { keepTombstones, readTombstones, splitTombstones } from './tombstones.ts';

/** Redis waits for a disk that is busy with what was restored. */
const REDIS_TIMEOUT_MS = 60_000;
/** A pooler keeps unused connections; those of running services are never idle for so long. */
const IDLE_MS = 7000;
const IN_USE_TIMEOUT_MS = 12_000;
const HEADER_BYTES = 1024 * 1024;

export interface RestoreOptions {
  key?: string | undefined;
  /** Called with the header before anything changes; may throw. */
  confirm?: (header: Header) => Promise<void>;
  migrationsOf?: (service: string) => Promise<Migration[]>;
}

interface Restored {
  header: Header;
  /** How many accounts are deleted again if the backup has them. */
  deletedAccounts: number;
}

export const ownMigrations = (service: string) =>
  readMigrations(resolve(import.meta.dirname, '../../../services', service, 'prisma/migrations'));

/** Exit code: nothing was changed. Docker failures have other codes; the state is then unknown. */
export const CHANGED_NOTHING = 3;

/** The response to COMMIT is missing: the data are either the former or the restored ones. */
export class UnknownOutcome extends OperatorError {
  override name = 'UnknownOutcome';
}

/**
 * Replaces the services' schemas by those of a backup, in one transaction. It is committed when the whole file has been
 * read, its digest is right, and every table holds the rows it held when the backup was made. Redis is emptied just
 * before: outboxes publish again what was not confirmed, and users sign in again. Migrations that are younger than the
 * backup are left to the next start. Accounts that are known to be deleted, by the present data or by lists before the
 * backup in `source`, are deleted again at the next start, by auth.
 */
export async function restore(
  source: Bytes,
  { databaseUrl, redisUrl }: Data,
  { key, confirm, migrationsOf = ownMigrations }: RestoreOptions = {},
): Promise<Restored> {
  const { tombstones: listed, backup } = await splitTombstones(source);
  const { header, archive } = await readHeader(unseal(backup, key));
  await refuseNewer(header, migrationsOf);
  await refuseWhileInUse(databaseUrl);
  const tombstones = [...listed, ...(await asService(databaseUrl, 'auth', readTombstones))];
  const deletions = keepTombstones(tombstones, await migrationsOf('auth'));
  const redis = connectRedis(redisUrl);
  try {
    await untilReady(redis);
    await confirm?.(header);
    await load({ header, archive, deletions }, databaseUrl, redis);
    return { header, deletedAccounts: new Set(tombstones.map(({ hash }) => hash)).size };
  } finally {
    redis.disconnect();
  }
}

async function load(
  { header, archive, deletions }: { header: Header; archive: Bytes; deletions: string },
  databaseUrl: string,
  redis: Redis,
): Promise<void> {
  const { address, env } = connectionOf(databaseUrl);
  const options = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'];
  const psql = new Tool('psql', [...options, `--dbname=${address}`], { env });
  const reader = new Tool('pg_restore', ['--file=-']);
  const { stdin, stdout } = psql.process;
  if (!stdin || !stdout || !reader.process.stdin || !reader.process.stdout) throw new Error('streams are pipes');
  const failed = psql.done.then(() => {
    throw new Error('psql has ended');
  });
  failed.catch(() => {});
  try {
    stdin.write(`SET lock_timeout = '15s'; BEGIN;\n${SERVICES.map(dropSchema).join('\n')}\n`);
    await Promise.all([
      pipeline(archive, reader.process.stdin),
      pipeline(reader.process.stdout, stdin, { end: false }),
      reader.done,
    ]);
    // The only output: query results are discarded.
    const verified = once(stdout, 'data');
    stdin.write(`${verification(header)}\n${deletions}\n\\echo verified\n`);
    await Promise.race([verified, failed]);
    await redis.flushdb();
  } catch (error) {
    // Without COMMIT the transaction is rolled back.
    reader.process.kill();
    stdin.destroy();
    throw await reasonOf(error, psql, reader);
  }
  stdin.end('COMMIT;\n');
  await psql.done.catch((cause: Error) => {
    throw new UnknownOutcome(`PostgreSQL n'a pas confirmé la restauration (${cause.message}) : relancez-la.`, {
      cause,
    });
  });
}

const dropSchema = (service: string) => `DROP SCHEMA IF EXISTS ${pg.escapeIdentifier(service)} CASCADE;`;

function verification({ services }: Header): string {
  const checks = Object.entries(services).flatMap(([service, { tables }]) =>
    Object.entries(tables).map(([table, { rows, checksum }]) => {
      const message = `La table ${service}.${table} n'est pas revenue telle qu'elle était`;
      return `SELECT * INTO found FROM (${contentsQuery(service, table)}) AS contents;
        IF found.rows <> ${rows} OR found.checksum <> ${pg.escapeLiteral(checksum)} THEN
          RAISE EXCEPTION USING MESSAGE = ${pg.escapeLiteral(message)};
        END IF;`;
    }),
  );
  return `${TEXT_SETTINGS}\nDO $verification$ DECLARE found record; BEGIN ${checks.join('\n')} END $verification$;`;
}

/** The first cause: a program that exits breaks the streams of the others. */
async function reasonOf(error: unknown, psql: Tool, reader: Tool): Promise<Error> {
  const messageOf = ({ done }: Tool) =>
    done.then(
      () => undefined,
      (reason: Error) => reason.message,
    );
  const [ofPsql, ofReader] = await Promise.all([messageOf(psql), messageOf(reader)]);
  if (error instanceof OperatorError) return error;
  if (ofPsql) return new OperatorError(`Rien n'a été restauré : ${ofPsql}`, { cause: error });
  return ofReader ? damaged(error) : new OperatorError(`Rien n'a été restauré : ${(error as Error).message}`);
}

async function readHeader(content: Bytes): Promise<{ header: Header; archive: Bytes }> {
  const chunks = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { done, value } = await chunks.next();
    if (done || head.length > HEADER_BYTES) throw damaged();
    head = Buffer.concat([head, value]);
    end = head.indexOf('\n');
  }
  const archive = (async function* () {
    yield head.subarray(end + 1);
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  try {
    return {
      header: HeaderSchema.parse(JSON.parse(head.subarray(0, end).toString())),
      archive: Readable.from(archive),
    };
  } catch (error) {
    throw damaged(error);
  }
}

async function refuseNewer({ services }: Header, migrationsOf: typeof ownMigrations): Promise<void> {
  const newer = "Cette sauvegarde vient d'une version plus récente de FasoColis : installez celle-ci, puis restaurez.";
  for (const [service, { migrations }] of Object.entries(services)) {
    if (!SERVICES.some((name) => name === service)) throw new OperatorError(`${newer} (service ${service})`);
    const own = new Set((await migrationsOf(service)).map(({ name }) => name));
    const unknown = migrations.find((name) => !own.has(name));
    if (unknown) throw new OperatorError(`${newer} (migration ${unknown} de ${service})`);
  }
}

async function refuseWhileInUse(url: string): Promise<void> {
  const client = await connect(url).catch((cause: Error) => {
    throw new OperatorError(`La base de données ne répond pas : ${cause.message}.`, { cause });
  });
  try {
    const deadline = Date.now() + IN_USE_TIMEOUT_MS;
    for (;;) {
      const { rows } = await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = ANY($1)
           AND NOT (state = 'idle' AND state_change < clock_timestamp() - $2 * interval '1 ms')`,
        [SERVICES, IDLE_MS],
      );
      if (rows.length === 0) return;
      if (Date.now() > deadline) {
        const connections = `${rows.length} connexion(s)`;
        throw new OperatorError(`La base de données est encore utilisée (${connections}) : arrêtez FasoColis d'abord.`);
      }
      await delay(100);
    }
  } finally {
    await client.end();
  }
}

/** Ends sessions and jobs: they refer to data that are replaced. Outboxes publish again what was not confirmed. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = connectRedis(url);
  try {
    await untilReady(redis);
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}

async function untilReady(redis: Redis): Promise<void> {
  try {
    // It connects again after errors.
    const ready = new Promise((resolve) => redis.once('ready', resolve));
    if (redis.status !== 'ready') await withinDeadline(ready, REDIS_TIMEOUT_MS);
    await redis.ping();
  } catch (cause) {
    throw new OperatorError("Redis ne répond pas : rien n'a été restauré.", { cause });
  }
}
