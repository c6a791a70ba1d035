import { setImmediate } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';

/** Prisma writes the same statements again and again: naming them lets PostgreSQL plan each once per connection. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // Lists in `IN (…)` make statements of every length: past the bound they go unnamed rather than fill memory.
    if (names.size >= 500) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Longer than any query of ours takes, and shorter than the timeout of the gateway. */
const QUERY_TIMEOUT_MS = 20_000;
/** Somebody waits for the answer. */
const CONNECTION_TIMEOUT_MS = 3000;

export interface ConnectionOptions {
  /** How many there may be at once. Default: 10. */
  connections?: number;
  /** How long a query waits for one of them, in milliseconds. Default: 3000. */
  connectionTimeoutMs?: number;
}

/**
 * How services reach PostgreSQL: a network that swallows everything holds neither a query nor a connection for ever.
 * No session parameters, because a pooler lends connections for one transaction at a time: the time zone (UTC) and
 * the limit of idle transactions are settings of the database and the role (infra/postgres).
 */
const poolConfig = (
  url: string,
  { connections = 10, connectionTimeoutMs = CONNECTION_TIMEOUT_MS }: ConnectionOptions,
): pg.PoolConfig => ({
  connectionString: url,
  max: connections,
  connectionTimeoutMillis: connectionTimeoutMs,
  query_timeout: QUERY_TIMEOUT_MS,
  keepAlive: true,
});

/**
 * What a service's Prisma client is made of. Transactions get the same time as single queries; of itself Prisma gives
 * them less, which a busy machine exceeds.
 */
export function prismaOptions(url: string, options: ConnectionOptions = {}) {
  // The adapter names tables with their schema: that of the role.
  const schema = decodeURIComponent(new URL(url).username);
  return {
    adapter: new PrismaPg(poolConfig(url, options), { statementNameGenerator: statementNames(), schema }),
    transactionOptions: { maxWait: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS, timeout: QUERY_TIMEOUT_MS },
  };
}

/** Connections for queries without Prisma. The caller ends the pool. */
export function openPool(url: string, options: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool(poolConfig(url, options));
  // An idle connection that PostgreSQL drops is replaced at the next query.
  pool.on('error', () => {});
  // One in use fails the query at hand; what the connection itself has to say would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * Runs `read` once for all callers in one turn of the event loop.
 * @throws what `read` throws, to each of them
 */
export function oncePerTurn<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= setImmediate().then(() => {
      result = undefined;
      return read();
    });
    return result;
  };
}

/**
 * Resolves once for all callers in one turn of the event loop. Prisma joins the `findUnique` calls that follow into one
 * query: by itself it only joins those of one tick, and every request has a tick of its own (docs/decisions/0007).
 */
export const endOfTurn = oncePerTurn(() => Promise.resolve());

/** Whether a write failed because a row with the same unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2002';
}

/** Whether a write failed because the row it points to does not exist (any more). */
export function isForeignKeyViolation(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2003';
}

/** Text as part of a LIKE pattern: its own `%`, `_` and `\\` stand for themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** What a search compares: lower case, accents removed. Kept in a column of its own beside the texts it is made of. */
export function searchText(...texts: string[]): string {
  return texts.join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
