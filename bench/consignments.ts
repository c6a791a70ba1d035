import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { largeConsignment } from './large-consignment.ts';
import { median } from './load.ts';
import { signInAsAdmin, startProduct } from './product.ts';

const ORDERS = 2000;
/** As many as the product writes in one transaction. */
const BATCH = 200;
/** After one that is a warm-up. */
const ROUNDS = 7;
/** CONS-004, in seconds. */
const TARGET = 10;

/** What the product adds to each order at least: an event, and the new state. */
const WRITE = `
  WITH recorded AS (
    INSERT INTO order_events (order_id, status, note) SELECT unnest($1::int[]), 'IN_TRANSIT', 'Parti de Chine, Guangzhou'
  )
  UPDATE orders SET status = 'IN_TRANSIT', latest_update = 'Parti de Chine, Guangzhou', latest_update_time = now(),
    updated_at = now(), last_event_at = now()
  WHERE id = ANY($1::int[])`;

type Post = (path: string, body: object) => Promise<{ id: number }>;

async function createOrders(database: pg.Client, consignmentId: number): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO orders (reference, reference_key, status)
     SELECT 'BC-' || $1::int || '-' || n, 'BC' || $1::int || 'N' || n, 'ORDER_CONFIRMED'
     FROM generate_series(1, $2::int) AS n RETURNING id`,
    [consignmentId, ORDERS],
  );
  const ids = rows.map(({ id }) => id);
  await database.query(`INSERT INTO consignment_orders (consignment_id, order_id) SELECT $1::int, unnest($2::int[])`, [
    consignmentId,
    ids,
  ]);
  await database.query('VACUUM ANALYZE');
  return ids;
}

/** The baseline: one bare connection that writes the events in transactions of the same size. In seconds. */
async function write(database: pg.Client, ids: number[]): Promise<number> {
  const start = performance.now();
  for (let from = 0; from < ids.length; from += BATCH) await database.query(WRITE, [ids.slice(from, from + BATCH)]);
  return (performance.now() - start) / 1000;
}

/** One milestone, from the end of the time to take it back until its last order has the event. In seconds. */
async function fanOut(database: pg.Client, post: Post, consignmentId: number): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `SELECT id FROM milestone_definitions WHERE mode = 'AIR' AND label = 'Parti de Chine'`,
  );
  const { id } = await post(`/api/consignments/${consignmentId}/milestones`, { definitionId: rows[0]?.id });
  for (;;) {
    await delay(100);
    const { rows: found } = await database.query<{ seconds: number | null; applied: number }>(
      'SELECT extract(epoch FROM finished_at - due_at)::float AS seconds, applied FROM milestones WHERE id = $1',
      [id],
    );
    const [milestone] = found;
    if (milestone?.seconds == null) continue;
    if (milestone.applied !== ORDERS) throw new Error(`${milestone.applied} of ${ORDERS} orders have the milestone`);
    return milestone.seconds;
  }
}

export async function consignments(): Promise<void> {
  process.env.MILESTONE_UNDO_MS ??= '1000';
  const stack = await startProduct('consignments');
  const database = new pg.Client({ connectionString: stack.databases.orders });
  await database.connect();
  const headers = { cookie: await signInAsAdmin(stack), 'content-type': 'application/json' };
  const post: Post = async (path, body) => {
    const response = await fetch(stack.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
  console.log(`${ORDERS} commandes, ${ROUNDS} tours…`);
  const times = { baseline: [] as number[], product: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    // An order has a milestone once.
    const { id } = await post('/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' });
    const ids = await createOrders(database, id);
    const [baseline, product] = [await write(database, ids), await fanOut(database, post, id)];
    if (round < 0) continue;
    times.baseline.push(baseline);
    times.product.push(product);
  }
  await largeConsignment({ stack, database, headers, fanOut: (id) => fanOut(database, post, id) });
  await database.end();
  await stack.stop();

  const [baseline, product, worst] = [median(times.baseline), median(times.product), Math.max(...times.product)];
  console.table({
    'milestone of 2,000 orders': {
      'baseline (s)': Number(baseline.toFixed(2)),
      'product (s)': Number(product.toFixed(2)),
      ratio: Number((product / baseline).toFixed(1)),
      'slowest (s)': Number(worst.toFixed(2)),
    },
  });
  console.log(`target: at most ${TARGET} s`);
  if (worst > TARGET) process.exitCode = 1;
}
