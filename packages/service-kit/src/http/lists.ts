import { boundedText, MAX_ID } from '@fasocolis/contracts/common';
import { DAY_MS } from '@fasocolis/contracts/dates';
import { contentRange, type ListQuery, MAX_LIST_ROWS } from '@fasocolis/contracts/lists';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { cleanText } from '@fasocolis/contracts/reading/text';
import type { Types } from '@prisma/client/runtime/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';

import { matchesSearch } from '../data/database.ts';
import { AppError } from './errors.ts';
import { handle, type RequestOf } from './operations.ts';
import { unboundedTexts } from './text-bounds.ts';

/** Ids outside the column's range become 0, which no row has, instead of failing in the database. */
const toPossibleId = (id: number) => (id >= 1 && id <= MAX_ID ? id : 0);

export const IdFilterSchema = z.pipe(z.int(), z.transform(toPossibleId));

export const IdsFilterSchema = z.pipe(
  z.union([z.int(), z.array(z.int()).check(z.maxLength(1000))]),
  z.transform((ids: number | number[]) => ({ in: [ids].flat().map(toPossibleId) })),
);

export interface ListSpec<Sortable extends string, Filters extends z.core.$ZodShape> {
  resource: string;
  isSearchable?: true;
  /** Each backed by an index, where the list grows with parcels or users (tests/lists.test.ts). */
  sortable: readonly Sortable[];
  /** Sort fields that a row may lack: such rows are last in both directions, as in a spreadsheet (tests/lists.test.ts). */
  optional?: readonly NoInfer<Sortable>[];
  filters: Filters;
}

export interface ListRequest<Sortable extends string, Filters> {
  sort: { field: Sortable; direction: 'asc' | 'desc'; isOptional?: boolean | undefined } | null;
  offset: number;
  limit: number;
  /** Trimmed; null when empty. */
  search: string | null;
  filters: Partial<Filters>;
}

export type ListRequestOf<Spec> =
  Spec extends ListSpec<infer Sortable, infer Filters>
    ? ListRequest<Sortable, { [K in keyof Filters]: z.core.output<Filters[K]> }>
    : never;

export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** Defines a list, with its types inferred. @throws Error when a filter accepts a text of any length */
export const defineList = <const Sortable extends string, Filters extends z.core.$ZodShape>(
  spec: ListSpec<Sortable, Filters>,
): ListSpec<Sortable, Filters> => {
  const [first] = unboundedTexts(z.object(spec.filters), `filter of ${spec.resource}`);
  if (first !== undefined) throw new Error(`${first} has no maximum`);
  return spec;
};

const RangeSchema = z.tuple([z.int().check(z.gte(0)), z.int().check(z.gte(0))]);

const schemasOf = (spec: ListSpec<string, z.core.$ZodShape>) => ({
  sort: z.tuple([z.enum(spec.sortable), z.enum(['ASC', 'DESC'])]),
  filter: z.partial(z.strictObject({ ...(spec.isSearchable && { q: boundedText(200) }), ...spec.filters })),
});
/** Cached, because building the schemas costs more than using them. */
const schemas = new WeakMap<object, ReturnType<typeof schemasOf>>();

/**
 * Parses `sort=["field","ASC"]`, `range=[0,24]` and `filter={"q":"…"}`.
 * @throws AppError `bad-request` for malformed values, unknown sort fields and unknown filters
 */
export function parseListQuery<Sortable extends string, Filters extends z.core.$ZodShape>(
  query: ListQuery,
  spec: ListSpec<Sortable, Filters>,
): ListRequestOf<ListSpec<Sortable, Filters>> {
  const known = schemas.get(spec) ?? schemasOf(spec);
  schemas.set(spec, known);
  const sort = parseJson(query.sort, known.sort);
  const range = parseJson(query.range, RangeSchema);
  const { q, ...filters } = (parseJson(query.filter, known.filter) ?? {}) as { q?: string };
  if (range && range[1] < range[0]) throw new AppError('bad-request');
  const [field = '', direction] = sort ?? [];
  const isOptional = spec.optional?.includes(field as Sortable);
  return {
    sort: sort && { field, direction: direction === 'ASC' ? 'asc' : 'desc', isOptional },
    offset: range?.[0] ?? 0,
    limit: Math.min(range ? range[1] - range[0] + 1 : MAX_LIST_ROWS, MAX_LIST_ROWS),
    search: cleanText(q ?? '') || null,
    filters,
  } as ListRequestOf<ListSpec<Sortable, Filters>>;
}

function parseJson<T extends z.core.$ZodType>(text: string | undefined, schema: T): z.core.output<T> | null {
  if (text === undefined) return null;
  try {
    return z.parse(schema, JSON.parse(text, refuseUnstorable));
  } catch (cause) {
    throw new AppError('bad-request', undefined, { cause });
  }
}

/** PostgreSQL text cannot contain U+0000 or lone surrogates. */
function refuseUnstorable(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) throw new TypeError('No text');
  return value;
}

type AnyListSpec = ListSpec<string, z.core.$ZodShape>;

type RowOf<Declared extends Operation> = Declared['responses'] extends { 200: infer List extends z.core.$ZodType }
  ? z.core.output<List> extends (infer Row)[]
    ? Row
    : never
  : never;

type FindPage<Declared extends Operation, Spec, Row> = (
  list: ListRequestOf<Spec>,
  request: RequestOf<Declared>,
  reply: FastifyReply,
) => Promise<Page<Row>>;

/**
 * Adds the route of a list, which responds with the page that `find` reads: a bare array and `Content-Range`. A malformed
 * query is refused with `bad-request`. Default of `present`: the rows as they are.
 */
export function handleList<const Declared extends Operation, Spec extends AnyListSpec>(
  app: FastifyInstance,
  operation: Declared,
  spec: Spec,
  find: FindPage<Declared, Spec, RowOf<Declared>>,
): void;
export function handleList<const Declared extends Operation, Spec extends AnyListSpec, Row>(
  app: FastifyInstance,
  operation: Declared,
  spec: Spec,
  find: FindPage<Declared, Spec, Row>,
  present: (row: Row, request: RequestOf<Declared>) => RowOf<Declared>,
): void;
export function handleList(
  app: FastifyInstance,
  operation: Operation,
  spec: AnyListSpec,
  find: FindPage<Operation, AnyListSpec, unknown>,
  present = (row: unknown, _request: FastifyRequest) => row,
): void {
  handle(app, operation, async (request, reply) => {
    const list = parseListQuery(request.query as ListQuery, spec);
    const { rows, total } = await find(list, request, reply);
    reply.header('content-range', contentRange(spec.resource, list.offset, rows.length, total));
    return rows.map((row) => present(row, request));
  });
}

/** The condition for the rows that a list request finds, of a table with a column `searchText`. */
export const whereListed = <Filters>({
  filters,
  search,
}: Pick<ListRequest<string, Filters>, 'filters' | 'search'>) => ({
  ...filters,
  ...(search !== null && { OR: matchesSearch('searchText', search) }),
});

/** The condition for instants of some days, both included, in GMT. */
export const inDays = <Field extends string>(field: Field, from?: string, to?: string) => {
  const range = {
    ...(from !== undefined && { gte: new Date(from) }),
    ...(to !== undefined && { lt: new Date(Date.parse(to) + DAY_MS) }),
  };
  return (from === undefined && to === undefined ? {} : { [field]: range }) as { [Name in Field]?: typeof range };
};

interface Model {
  findMany(args: never): PromiseLike<unknown[]>;
  count(args: never): PromiseLike<number>;
}

type Selection<Read extends Model> = Omit<Types.Public.Args<Read, 'findMany'>, 'orderBy' | 'skip' | 'take'>;

/**
 * Reads one page through Prisma; equal values are ordered by id, and rows without a value are last.
 * @param defaultOrder used when the request has no `sort`
 * @param count default: of all rows that match
 */
export async function findPage<Read extends Model, const Selected extends Selection<Read>>(
  { sort, offset, limit }: Pick<ListRequest<string, unknown>, 'sort' | 'offset' | 'limit'>,
  defaultOrder: readonly [field: string, direction: 'asc' | 'desc'],
  model: Read,
  selected: Selected,
  count = (): PromiseLike<number> => model.count({ where: selected.where } as never),
): Promise<Page<Types.Public.Result<Read, Selected, 'findMany'>[number]>> {
  const [field, direction] = sort ? [sort.field, sort.direction] : defaultOrder;
  const orderBy = [{ [field]: direction }, { id: direction }];
  const { where = {} } = selected;
  const read = (condition: object, skip: number, take: number) =>
    model.findMany({ ...selected, where: condition, orderBy, skip, take } as never);

  /** PostgreSQL has empty values first in descending order; a single read that has them last would not use the index. */
  const readEmptyLast = async () => {
    const withValue = { AND: [where, { [field]: { not: null } }] };
    const rows = await read(withValue, offset, limit);
    if (rows.length === limit) return rows;
    const isBeyond = rows.length === 0 && offset > 0;
    const skipped = isBeyond ? offset - (await model.count({ where: withValue } as never)) : 0;
    return [...rows, ...(await read({ AND: [where, { [field]: null }] }, skipped, limit - rows.length))];
  };

  const isEmptyFirst = sort?.isOptional === true && direction === 'desc';
  const [rows, total] = await Promise.all([isEmptyFirst ? readEmptyLast() : read(where, offset, limit), count()]);
  return { rows: rows as Types.Public.Result<Read, Selected, 'findMany'>, total };
}
