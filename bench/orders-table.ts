import pg from 'pg';

const referenceOf = (n: number) => `BN-${String(n).padStart(8, '0')}`;

/** Fills the orders table up to a number of rows, each with its first event. */
export async function fillOrders(databaseUrl: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: found } = await client.query<{ count: string }>('SELECT count(*) FROM orders');
  const existing = Number(found[0]?.count ?? 0);
  await client.query(
    `WITH created AS (
       INSERT INTO orders (reference, reference_key, status, latest_update, latest_update_time, created_at, updated_at)
       SELECT 'BN-' || lpad(n::text, 8, '0'), 'BN' || lpad(n::text, 8, '0'),
              (ARRAY['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED'])[n % 5 + 1],
              'Le colis a quitté Guangzhou par avion-cargo.', at, at, at
       FROM generate_series($1::int, $2::int) AS n, LATERAL (SELECT now() - n * interval '1 second') AS times(at)
       RETURNING id, status, created_at)
     INSERT INTO order_events (order_id, status, occurred_at) SELECT id, status, created_at FROM created`,
    [existing + 1, rows],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** The paths of look-ups spread over a table of so many rows. */
export function lookupPaths(rows: number, prefix: string): string[] {
  const step = Math.max(1, Math.floor(rows / 997));
  return Array.from({ length: 997 }, (_, index) => `${prefix}${referenceOf(((index * step * 31) % rows) + 1)}`);
}
