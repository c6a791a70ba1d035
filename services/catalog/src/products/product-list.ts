import { escapeLike, type Statement, searchText } from '@fasocolis/service-kit/database';
import { defineList, IdsFilterSchema, type ListRequestOf } from '@fasocolis/service-kit/lists';
import { Conditions, pageStatement } from '@fasocolis/service-kit/page-statement';
import * as z from 'zod/mini';

const filters = {
  id: IdsFilterSchema,
  name: z.string(),
  price: z.string(),
  hasFreeshipping: z.boolean(),
};
const COLUMNS = { id: 'id', name: 'name', price: 'price', hasFreeshipping: 'has_freeshipping' } as const;

/** What may be asked of the list of products. */
export const productListSpec = defineList({
  resource: 'products',
  sortable: ['id', 'name', 'price', 'hasFreeshipping'],
  filters,
});

export type ProductListRequest = ListRequestOf<typeof productListSpec>;

/** Lists as JSON: arrays of PostgreSQL's own take a parser in JavaScript. */
const FIELDS = `
  products.id, products.name, products.description, products.price, products.has_freeshipping AS "hasFreeshipping",
  to_json(products.features) AS features, products.specifications,
  to_json(ARRAY(SELECT json_build_array(kept.position, kept.address, kept.hash, images.width)
        FROM product_images AS kept LEFT JOIN images USING (hash)
        WHERE kept.product_id = products.id ORDER BY kept.position)) AS images`;

const PRODUCTS = { table: 'products', fields: FIELDS, columns: COLUMNS, newest: 'id' } as const;

/** Products by their ids. */
export function productsById(ids: readonly number[]): Statement {
  return { name: 'products-by-id', text: `SELECT ${FIELDS} FROM products WHERE id = ANY($1::int[])`, values: [ids] };
}

/** One page of products, newest first unless asked otherwise. */
export function productPage(request: ProductListRequest): Statement {
  const { search, filters: asked } = request;
  const conditions = new Conditions(request);
  if (asked.id !== undefined) conditions.add('id', asked.id, (ids) => `id = ANY(${ids}::int[])`);
  if (asked.name !== undefined) conditions.add('name', asked.name, (name) => `name = ${name}`);
  if (asked.price !== undefined) conditions.add('price', asked.price, (price) => `price = ${price}`);
  if (asked.hasFreeshipping !== undefined) {
    conditions.add('shipping', asked.hasFreeshipping, (is) => `has_freeshipping = ${is}`);
  }
  if (search) {
    const pattern = `%${escapeLike(searchText(search))}%`;
    conditions.add('search', pattern, (text) => `search_text LIKE ${text}`);
  }
  const total = conditions.where ? undefined : 'SELECT count FROM product_counts';
  return pageStatement(PRODUCTS, request, conditions, total);
}
