import { setImmediate } from 'node:timers/promises';
import { LEAST_INDEXED, searchTerms } from '@fasocolis/contracts/reading/search';
import { searchForm } from '@fasocolis/contracts/reading/text';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AppError } from '../http/errors.ts';

/** Prisma repeats its statements: named ones are planned once per connection, for all values. */
function statementNames(isPlannedAnew: (sql: string) => boolean): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    if (isPlannedAnew(sql)) return '';
    const known = names.get(sql);
    if (known !== undefined) return known;
    // `IN (…)` lists produce a statement per length: past the bound they stay unnamed to limit memory.
    if (names.size >= 500) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** Longer than any query of ours, shorter than the timeout of the gateway. */
const QUERY_TIMEOUT_MS = 20_000;
const CONNECTION_TIMEOUT_MS = 3000;

export interface ConnectionOptions {
  connections?: number;
  /** How long a query waits for a connection, in milliseconds. Default: 3000. */
  connectionTimeoutMs?: number;
}

interface PrismaConnectionOptions extends ConnectionOptions {
  isPlannedAnew?: (sql: string) => boolean;
}

/**
 * Timeouts for queries and connections. No session parameters, because a pooler lends connections per transaction: time
 * zone (UTC) and the limit of idle transactions are settings of the database and the role (infra/postgres).
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

/** Options of a service's Prisma client. Prisma's default transaction timeouts are too short for a busy machine. */
export function prismaOptions(url: string, options: PrismaConnectionOptions = {}) {
  // Tables are qualified with the schema, which is named like the role.
  const schema = decodeURIComponent(new URL(url).username);
  const statementNameGenerator = statementNames(options.isPlannedAnew ?? (() => false));
  return {
    adapter: new PrismaPg(poolConfig(url, options), { statementNameGenerator, schema }),
    // A plan takes about 7 KiB. Prisma joins lookups into batches, and plans each size of a batch separately.
    queryPlanCacheMaxSize: 200,
    transactionOptions: { maxWait: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS, timeout: QUERY_TIMEOUT_MS },
  };
}

/** Opens a pool for queries without Prisma. The caller ends it. */
export function openPool(url: string, options: ConnectionOptions): pg.Pool {
  const pool = new pg.Pool(poolConfig(url, options));
  // Idle connections are replaced at the next query.
  pool.on('error', () => {});
  // The query in progress fails; an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * The client inside a transaction of a service. The plain client, whose writes take effect each on its own, does not
 * satisfy it.
 */
export type TransactionOf<Client extends { $transaction: (work: never) => unknown }> = Parameters<
  Parameters<Client['$transaction']>[0]
>[0] &
  InTransaction;

/** What only a client inside a transaction satisfies: it cannot close the connection. */
export interface InTransaction {
  $disconnect?: never;
}

/** Runs `read` once for all callers in one turn of the event loop. @throws what `read` throws, to each of them */
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
 * Runs `work`, once at a time: all who call while it runs share the next run, so that the busier it is, the more each run
 * does. @throws what `work` throws, to each of them
 */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const run = () => {
    next = undefined;
    return work();
  };
  return () => {
    if (next) return next;
    next = running.then(run, run);
    running = next;
    return next;
  };
}

/**
 * `oncePerTurn` for reads of ids: one for those of all callers, so that a result may contain ids of other callers.
 * @throws what `read` throws, to each of them
 */
export function idsOncePerTurn<T>(read: (ids: number[]) => Promise<T>): (ids: number[]) => Promise<T> {
  const wanted = new Set<number>();
  const readWanted = oncePerTurn(() => {
    const ids = [...wanted];
    wanted.clear();
    return read(ids);
  });
  return (ids) => {
    for (const id of ids) wanted.add(id);
    return readWanted();
  };
}

/**
 * Resolves once for all callers in one turn of the event loop, so that Prisma joins the `findUnique` calls that follow
 * into one query. Prisma itself joins only those of one tick, and each request has its own (docs/decisions/0007).
 */
export const endOfTurn = oncePerTurn(() => Promise.resolve());

/** Whether a write violated a unique constraint. Prisma reports it for its own statements and raw ones differently. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, meta } = error as { code?: string; meta?: { driverAdapterError?: { cause?: { kind?: string } } } };
  return code === 'P2002' || meta?.driverAdapterError?.cause?.kind === 'UniqueConstraintViolation';
}

/** Waits for a write. @throws AppError `conflict` for a unique violation, at the field if one is named */
export async function refuseDuplicate<T>(write: Promise<T>, message: string, field?: string): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('conflict', message, { cause, ...(field && { fields: { [field]: message } }) });
  }
}

const DUPLICATE_ATTEMPTS = 5;

/** Repeats a write while concurrent ones take the same unique value, a few times at most. */
export async function retryDuplicate<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === DUPLICATE_ATTEMPTS) throw error;
    }
  }
}

/** Whether a write violated a foreign key. */
export function isForeignKeyViolation(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2003';
}

/** Escapes text for use in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

type Part = Record<'contains', string> | Record<'startsWith', string>;
type Contained<Field extends string> = Record<Field, Part>;

export interface SearchCondition<Field extends string> {
  AND: { OR: Contained<Field>[] }[];
}

/**
 * The alternatives for rows with what a search names in a column of the form `searchText`: each word in any order, or the
 * digits of a phone number. A search of one or two letters finds the words that begin with them: no index finds others.
 */
export const matchesSearch = <Field extends string>(field: Field, search: string): SearchCondition<Field>[] =>
  searchTerms(search).map((terms) => {
    const where = (condition: Part) => ({ [field]: condition }) as Contained<Field>;
    const isIndexed = terms.some((term) => term.length >= LEAST_INDEXED);
    return {
      AND: terms.map((term) => ({
        OR: isIndexed
          ? [where({ contains: escapeLike(term) })]
          : [where({ startsWith: escapeLike(term) }), where({ contains: escapeLike(` ${term}`) })],
      })),
    };
  });

/** The form of texts that searches compare, stored in a column of its own. */
export const searchText = (...texts: string[]): string => searchForm(texts.join(' '));

/** Whether a text has what a search names, see `matchesSearch`. */
export const hasSearched = (text: string, search: string): boolean =>
  searchTerms(search).some((terms) => {
    const start = terms.some((term) => term.length >= LEAST_INDEXED) ? '' : ' ';
    return terms.every((term) => ` ${searchText(text)}`.includes(start + term));
  });

/** The condition for the rows with what a search names, of a table that is small enough to be read whole. */
export const whereSearched = <Field extends string>(
  rows: readonly ({ id: number } & Record<Field, string>)[],
  field: Field,
  search: string,
) => ({ id: { in: rows.filter((row) => hasSearched(row[field], search)).map(({ id }) => id) } });
