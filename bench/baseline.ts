/** The least that can answer a look-up: one bare Fastify and one prepared statement. Started by bench/lookup.ts. */
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

process.once('disconnect', () => process.exit());
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(url);
