/** The lower bound: one bare Fastify with the same SQL at the product's addresses, started by bench/product.ts. */
import { argon2, randomUUID, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PublicOrderSchema, StaffOrderSchema } from '@fasocolis/contracts/orders';
import Fastify from 'fastify';
import pg from 'pg';

const databases = JSON.parse(process.env.DATABASES ?? '{}') as Record<string, string>;
const pools = Object.fromEntries(
  Object.entries(databases).map(([name, connectionString]) => [name, new pg.Pool({ connectionString, max: 10 })]),
);
const names = new Map<string, string>();

async function query<Row extends pg.QueryResultRow>(database: string, text: string, values: unknown[]): Promise<Row[]> {
  if (!names.has(text)) names.set(text, `s${names.size}`);
  const result = await pools[database]?.query<Row>({ name: names.get(text) ?? '', text, values });
  return result?.rows ?? [];
}

const app = Fastify();
/** Fields of responses that no column contains. */
const COMPUTED = [
  'statusLabel',
  'statusKind',
  'statusSentence',
  'situation',
  'expectedArrival',
  'knownAt',
  'isSilent',
  'isDeletable',
  'consignment',
  'passedPieces',
  'aliases',
  'photos',
];
const columnsOf = (schema: { shape: object }) =>
  Object.keys(schema.shape)
    .filter((field) => !COMPUTED.includes(field))
    .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .join();
const ORDER = columnsOf(PublicOrderSchema);
const STAFF_ORDER = columnsOf(StaffOrderSchema);
const PRODUCT = `id, name, description, price, has_freeshipping, features, specifications,
  ARRAY(SELECT address FROM product_images WHERE product_id = products.id ORDER BY position) AS images`;

app.get<{ Params: { reference: string } }>('/api/orders/:reference', async ({ params }, reply) => {
  const key = params.reference.replace('-', '');
  const [order] = await query('orders', `SELECT ${ORDER} FROM orders WHERE reference_key = $1`, [key]);
  return order ?? reply.code(404).send({ message: 'not found' });
});

app.get('/api/orders', async (_request, reply) => {
  const [rows, [counts]] = await Promise.all([
    query('orders', `SELECT ${STAFF_ORDER} FROM orders ORDER BY created_at DESC, id DESC LIMIT $1`, [20]),
    query<{ total: string }>('orders', 'SELECT sum(count) AS total FROM order_status_counts', []),
  ]);
  return reply.header('content-range', `orders 0-19/${counts?.total}`).send(rows);
});

app.post<{ Body: { reference: string } }>('/api/orders', async ({ body }, reply) => {
  const [order] = await query(
    'orders',
    `WITH created AS (
       INSERT INTO orders (reference, reference_key, status) VALUES ($1, $2, 'ORDER_CONFIRMED') RETURNING ${STAFF_ORDER}
     ), event AS (INSERT INTO order_events (order_id, status) SELECT id, status FROM created)
     SELECT * FROM created`,
    [body.reference, body.reference.replaceAll('-', '')],
  );
  return reply.code(201).send(order);
});

app.get('/api/products', () => query('catalog', `SELECT ${PRODUCT} FROM products ORDER BY id DESC LIMIT $1`, [20]));

app.get<{ Params: { id: string } }>('/api/products/:id', async ({ params }) => {
  const [product] = await query('catalog', `SELECT ${PRODUCT} FROM products WHERE id = $1`, [params.id]);
  return product;
});

app.get<{ Params: { userId: string } }>('/api/notifications/user/:userId', ({ params }) =>
  query(
    'notify',
    `SELECT id, title, body, target_user_id, sent_at, r.user_id IS NOT NULL AS is_read
     FROM (
       (SELECT * FROM notifications WHERE target_user_id IS NULL ORDER BY target_user_id DESC, sent_at DESC, id DESC LIMIT 25)
       UNION ALL
       (SELECT * FROM notifications WHERE target_user_id = $1 ORDER BY target_user_id DESC, sent_at DESC, id DESC LIMIT 25)
     ) n LEFT JOIN read_receipts r ON r.notification_id = n.id AND r.user_id = $1
     ORDER BY sent_at DESC, id DESC LIMIT 25`,
    [params.userId],
  ),
);

const deriveKey = promisify(argon2);
const PHC = /m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

app.post<{ Body: { email: string; password: string } }>('/api/auth/login', async ({ body }, reply) => {
  const [user] = await query<{ id: number; password_hash: string }>(
    'auth',
    'SELECT id, password_hash FROM users WHERE username_key = $1',
    [body.email],
  );
  const [, memory, passes, parallelism, salt = '', expected = ''] = PHC.exec(user?.password_hash ?? '') ?? [];
  const stored = Buffer.from(expected, 'base64');
  const key = await deriveKey('argon2id', {
    message: body.password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: stored.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  if (!timingSafeEqual(key, stored)) return reply.code(401).send({ message: 'wrong' });
  return reply.header('set-cookie', `session=${randomUUID()}; HttpOnly`).send({ id: user?.id });
});

process.once('disconnect', () => process.exit());
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(url);
