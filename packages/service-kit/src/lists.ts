import { MAX_ID } from '@fasocolis/contracts/common';
import { contentRange, MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from './errors.ts';

/** The query string of every list call, as the simple REST provider of the back office sends it. */
export const ListQuerySchema = z.object({
  sort: z.optional(z.string()),
  range: z.optional(z.string()),
  filter: z.optional(z.string()),
});

/** An id that no row can have finds none as 0, instead of overflowing at the database. */
const toPossibleId = (id: number) => (id >= 1 && id <= MAX_ID ? id : 0);

/** Filter by one id. */
export const IdFilterSchema = z.pipe(z.int(), z.transform(toPossibleId));

/** Filter by one id or by several. */
export const IdsFilterSchema = z.pipe(
  z.union([z.int(), z.array(z.int()).check(z.maxLength(1000))]),
  z.transform((ids: number | number[]) => [ids].flat().map(toPossibleId)),
);

/** What may be asked of a list: nothing else reaches the database. */
export interface ListSpec<Sortable extends string, Filters extends z.core.$ZodShape> {
  /** Name in `Content-Range`. */
  resource: string;
  /** Fields the list may be sorted by, each backed by an index. */
  sortable: readonly Sortable[];
  /** Filters beside `q`, each with the schema of its value. */
  filters: Filters;
}

export interface ListRequest<Sortable extends string, Filters> {
  /** Null when the caller left the order to us. */
  sort: { field: Sortable; direction: 'asc' | 'desc' } | null;
  offset: number;
  limit: number;
  /** Search text, trimmed; null when there is none. */
  search: string | null;
  filters: Partial<Filters>;
}

/** The request that a list of this definition receives. */
export type ListRequestOf<Spec> =
  Spec extends ListSpec<infer Sortable, infer Filters>
    ? ListRequest<Sortable, { [K in keyof Filters]: z.core.output<Filters[K]> }>
    : never;

/** One page of a list, and how many rows the list has. */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** Defines what may be asked of a list. */
export const defineList = <const Sortable extends string, Filters extends z.core.$ZodShape>(
  spec: ListSpec<Sortable, Filters>,
): ListSpec<Sortable, Filters> => spec;

const RangeSchema = z.tuple([z.int().check(z.gte(0)), z.int().check(z.gte(0))]);

const schemasOf = (spec: ListSpec<string, z.core.$ZodShape>) => ({
  sort: z.tuple([z.enum(spec.sortable), z.enum(['ASC', 'DESC'])]),
  filter: z.strictObject({ q: z.optional(z.string()), ...z.partial(z.object(spec.filters)).shape }),
});
/** Made once for each list: that takes longer than to use them. */
const schemas = new WeakMap<object, ReturnType<typeof schemasOf>>();

/**
 * Reads `sort=["field","ASC"]`, `range=[0,24]` and `filter={"q":"…"}`.
 * @throws AppError `bad-request` for malformed values, unknown sort fields and unknown filters
 */
function parseListQuery<Sortable extends string, Filters extends z.core.$ZodShape>(
  query: z.infer<typeof ListQuerySchema>,
  spec: ListSpec<Sortable, Filters>,
) {
  const known = schemas.get(spec) ?? schemasOf(spec);
  schemas.set(spec, known);
  const sort = parseJson(query.sort, known.sort);
  const range = parseJson(query.range, RangeSchema);
  const { q, ...filters } = (parseJson(query.filter, known.filter) ?? {}) as { q?: string };
  if (range && range[1] < range[0]) throw new AppError('bad-request');
  return {
    sort: sort && { field: sort[0], direction: sort[1] === 'ASC' ? 'asc' : 'desc' },
    offset: range?.[0] ?? 0,
    limit: Math.min(range ? range[1] - range[0] + 1 : MAX_LIST_ROWS, MAX_LIST_ROWS),
    search: q?.trim() || null,
    filters,
  } as ListRequest<Sortable, { [K in keyof Filters]: z.core.output<Filters[K]> }>;
}

function parseJson<T extends z.core.$ZodType>(text: string | undefined, schema: T): z.core.output<T> | null {
  if (text === undefined) return null;
  try {
    return z.parse(schema, JSON.parse(text, refuseUnstorable));
  } catch (cause) {
    throw new AppError('bad-request', undefined, { cause });
  }
}

/** PostgreSQL knows no text with U+0000 or half a character in it: asked for one, it fails. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) throw new TypeError('No text');
  return value;
}

/**
 * Answers a list call with the page that `find` reads: a bare array with its `Content-Range`.
 * @throws AppError `bad-request` for a malformed query, and what `find` throws
 */
export async function sendPage<Sortable extends string, Filters extends z.core.$ZodShape, Row, Sent>(
  { query }: { query: z.infer<typeof ListQuerySchema> },
  reply: FastifyReply,
  spec: ListSpec<Sortable, Filters>,
  find: (list: ListRequestOf<ListSpec<Sortable, Filters>>) => Promise<Page<Row>>,
  present: (row: Row) => Sent,
): Promise<Sent[]> {
  const list = parseListQuery(query, spec) as ListRequestOf<ListSpec<Sortable, Filters>>;
  const { rows, total } = await find(list);
  reply.header('content-range', contentRange(spec.resource, list.offset, rows.length, total));
  return rows.map(present);
}

type Order = Record<string, 'asc' | 'desc'>;

/**
 * Reads one page through Prisma, rows with equal values by their ids.
 * @param defaultOrder where the caller did not ask for one
 */
export async function findPage<Row>(
  { sort, offset, limit }: Pick<ListRequest<string, unknown>, 'sort' | 'offset' | 'limit'>,
  defaultOrder: readonly [field: string, direction: 'asc' | 'desc'],
  findMany: (page: { orderBy: Order[]; skip: number; take: number }) => PromiseLike<Row[]>,
  count: () => PromiseLike<number>,
): Promise<Page<Row>> {
  const [field, direction] = sort ? [sort.field, sort.direction] : defaultOrder;
  const orderBy = [{ [field]: direction }, { id: direction }];
  const [rows, total] = await Promise.all([findMany({ orderBy, skip: offset, take: limit }), count()]);
  return { rows, total };
}
