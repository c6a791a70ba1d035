/** The least that can answer: one bare Fastify and one prepared statement a request. Started by bench/product.ts. */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify();

app.get<{ Params: { reference: string } }>('/orders/:reference', async (request, reply) => {
  const { rows } = await pool.query({
    name: 'lookup',
    text: `SELECT id, reference, status, estimated_delivery, latest_update, latest_update_time, created_at, updated_at
           FROM orders WHERE reference_key = $1`,
    values: [request.params.reference.replace('-', '')],
  });
  return rows[0] ?? reply.code(404).send({ message: 'not found' });
});

app.get<{ Querystring: { limit: string } }>('/products', async (request) => {
  const { rows } = await pool.query({
    name: 'products',
    text: `SELECT id, name, description, price, has_freeshipping, features, specifications,
             ARRAY(SELECT address FROM product_images WHERE product_id = products.id ORDER BY position) AS images
           FROM products ORDER BY id DESC LIMIT $1`,
    values: [request.query.limit],
  });
  return rows;
});

process.once('disconnect', () => process.exit());
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(url);
