import type { Statement } from './database.ts';
import type { ListRequest } from './lists.ts';

/** What the rows of a list have to meet: SQL and the values in it. */
export class Conditions {
  /** The first two are the page's own. */
  readonly values: unknown[] = [];
  readonly kinds: string[] = [];
  readonly #texts: string[] = [];

  constructor({ limit, offset }: Pick<ListRequest<string, unknown>, 'limit' | 'offset'>) {
    this.values.push(limit, offset);
  }

  /** Adds one, of a kind that names it among those of its list; `condition` gets the place of the value in SQL. */
  add(kind: string, value: unknown, condition: (parameter: string) => string): void {
    this.values.push(value);
    this.kinds.push(kind);
    this.#texts.push(condition(`$${this.values.length}`));
  }

  /** ` WHERE …`, or nothing. */
  get where(): string {
    return this.#texts.length > 0 ? ` WHERE ${this.#texts.join(' AND ')}` : '';
  }
}

export interface PageSource<Sortable extends string> {
  table: string;
  /** What is selected of it. */
  fields: string;
  /** The column behind each field that a list may be sorted by. */
  columns: Record<Sortable, string>;
  /** Newest first is how a list comes that was asked for in no order. */
  newest: Sortable;
}

/** A row of a page; where the page has none, one row of nothing tells the total all the same. */
export type PageRow<Row> = { total: number } & (Row | { [K in keyof Row]: null });

/**
 * One page of a table and how many rows there are in all, in one statement. `total` counts them faster than the table
 * itself can.
 */
export function pageStatement<Sortable extends string>(
  { table, fields, columns, newest }: PageSource<Sortable>,
  { sort }: Pick<ListRequest<Sortable, unknown>, 'sort'>,
  conditions: Conditions,
  total = `SELECT count(*) FROM ${table}${conditions.where}`,
): Statement {
  const { field, direction } = sort ?? { field: newest, direction: 'desc' };
  const order = [...new Set([columns[field], 'id'])].map((column) => `${table}.${column} ${direction}`).join(', ');
  return {
    name: [table, field, direction, ...conditions.kinds].join('-'),
    text: `SELECT counted.total::int, page.*
           FROM (SELECT (${total}) AS total) AS counted
           LEFT JOIN LATERAL (
             SELECT ${fields} FROM ${table}${conditions.where} ORDER BY ${order} LIMIT $1 OFFSET $2
           ) AS page ON true`,
    values: conditions.values,
  };
}

/** The rows of a page, and the total that came with them. */
export function pageOf<Row extends { id: unknown }>(rows: PageRow<Row>[]): { rows: Row[]; total: number } {
  return { rows: rows.filter((row) => row.id !== null) as Row[], total: rows[0]?.total ?? 0 };
}
