import { escapeLike, searchText } from '@fasocolis/service-kit/database';
import type { ListRequest, ListSpec } from '@fasocolis/service-kit/lists';
import * as z from 'zod/mini';

const filters = {
  id: z.union([z.int(), z.array(z.int()).check(z.maxLength(1000))]),
  name: z.string(),
  price: z.string(),
  hasFreeshipping: z.boolean(),
};
const COLUMNS = { id: 'id', name: 'name', price: 'price', hasFreeshipping: 'has_freeshipping' } as const;
type Sortable = keyof typeof COLUMNS;

/** What may be asked of the list of products. */
export const productListSpec = {
  resource: 'products',
  sortable: ['id', 'name', 'price', 'hasFreeshipping'],
  filters,
} satisfies ListSpec<Sortable, typeof filters>;

export type ProductListRequest = ListRequest<Sortable, { [K in keyof typeof filters]: z.infer<(typeof filters)[K]> }>;

interface Statement {
  /** The same for every statement of this shape, so that PostgreSQL plans it once per connection. */
  name: string;
  text: string;
  values: unknown[];
}

const FIELDS = `
  products.id, products.name, products.description, products.price, products.has_freeshipping AS "hasFreeshipping",
  products.features, products.specifications,
  ARRAY(SELECT json_build_array(kept.position, kept.address, kept.hash, images.width)
        FROM product_images AS kept LEFT JOIN images USING (hash)
        WHERE kept.product_id = products.id ORDER BY kept.position) AS images`;

/** Products by their ids. */
export function productsById(ids: readonly number[]): Statement {
  return { name: 'products-by-id', text: `SELECT ${FIELDS} FROM products WHERE id = ANY($1::int[])`, values: [ids] };
}

/** One page of products, newest first unless asked otherwise; each row, and one of nothing else, tells the total. */
export function productPage({ sort, offset, limit, search, filters: asked }: ProductListRequest): Statement {
  const values: unknown[] = [limit, offset];
  const shape: string[] = [];
  const conditions: string[] = [];
  const require = (kind: string, value: unknown, condition: (parameter: string) => string) => {
    values.push(value);
    shape.push(kind);
    conditions.push(condition(`$${values.length}`));
  };
  if (asked.id !== undefined) require('id', [asked.id].flat().filter(fitsInteger), (ids) => `id = ANY(${ids}::int[])`);
  if (asked.name !== undefined) require('name', asked.name, (name) => `name = ${name}`);
  if (asked.price !== undefined) require('price', asked.price, (price) => `price = ${price}`);
  if (asked.hasFreeshipping !== undefined) {
    require('shipping', asked.hasFreeshipping, (is) => `has_freeshipping = ${is}`);
  }
  if (search) {
    const pattern = `%${escapeLike(searchText(search))}%`;
    require('search', pattern, (text) => `search_text LIKE ${text}`);
  }

  const { field, direction } = sort ?? { field: 'id', direction: 'desc' };
  const order = [...new Set([COLUMNS[field], 'id'])].map((column) => `products.${column} ${direction}`).join(', ');
  const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const total = where ? `SELECT count(*) FROM products ${where}` : 'SELECT count FROM product_counts';
  return {
    name: ['products', field, direction, ...shape].join('-'),
    text: `SELECT counted.total::int, page.*
           FROM (SELECT (${total}) AS total) AS counted
           LEFT JOIN LATERAL (SELECT ${FIELDS} FROM products ${where} ORDER BY ${order} LIMIT $1 OFFSET $2) AS page
           ON true`,
    values,
  };
}

const fitsInteger = (value: number) => Math.abs(value) <= 2_147_483_647;
