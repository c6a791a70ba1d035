import pg from 'pg';
import { compareWithBaseline } from './comparison.ts';
import { startProduct } from './product.ts';

const PRODUCTS = 10_000;
const PAGE = 20;

/** Fills the table of products up to a number of rows, each with a text of some length and two images elsewhere. */
async function fillProducts(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: found } = await client.query<{ count: string }>('SELECT count(*) FROM products');
  await client.query(
    `WITH created AS (
       INSERT INTO products (name, description, price, has_freeshipping, features, specifications, search_text)
       SELECT 'Lampe solaire n° ' || n, repeat('Une journée de soleil, une nuit de lumière. ', 6), n || ' 500 FCFA',
              n % 2 = 0, ARRAY['Trois niveaux de lumière', 'Prise USB', 'Résiste à la pluie'],
              '[["Autonomie", "12 heures"], ["Batterie", "4 000 mAh"], ["Poids", "620 g"]]', 'lampe solaire n° ' || n
       FROM generate_series($1::int, $2::int) AS n RETURNING id)
     INSERT INTO product_images (product_id, position, address)
     SELECT id, position, 'https://example.com/' || id || '-' || position || '.jpg'
     FROM created, generate_series(0, 1) AS position`,
    [Number(found[0]?.count ?? 0) + 1, rows],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** A page of the catalogue through the gateway, beside one bare Fastify doing the same select on the same table. */
export async function products(): Promise<void> {
  const stack = await startProduct('products');
  await fillProducts(stack.databases.catalog, PRODUCTS);
  console.log(`${PRODUCTS} produits, pages de ${PAGE}`);
  const range = encodeURIComponent(JSON.stringify([0, PAGE - 1]));
  await compareWithBaseline(stack, {
    databaseUrl: stack.databases.catalog,
    paths: { baseline: [`/products?limit=${PAGE}`], product: [`/api/products?range=${range}`] },
  });
}
