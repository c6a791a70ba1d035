import pg from 'pg';

/** Runs a statement with the numbers of the first and last missing row. */
async function fill(databaseUrl: string, table: string, rows: number, insert: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows: found } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  await client.query(insert, [Number(found[0]?.count ?? 0) + 1, rows]);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

const referenceOf = (n: number) => `BN-${String(n).padStart(8, '0')}`;

const STEPS = "ARRAY['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED']";

/**
 * Fills the orders table up to a number of rows, by air and by sea, each with the events that led to its status. They are
 * spread over two years; those older than two months are delivered, but for one in a thousand.
 */
export const fillOrders = (databaseUrl: string, rows: number) =>
  fill(
    databaseUrl,
    'orders',
    rows,
    `WITH created AS (
       INSERT INTO orders (reference, reference_key, status, furthest_step, furthest_step_at, mode, latest_update,
         latest_update_time, created_at, updated_at, last_event_at)
       SELECT 'BN-' || lpad(n::text, 8, '0'), 'BN' || lpad(n::text, 8, '0'), step, step, at,
              (ARRAY['AIR', 'SEA'])[n % 2 + 1]::transport_mode, 'Le colis a quitté Guangzhou par avion-cargo.', at,
              at - interval '20 days', at, at
       FROM generate_series($1::int, $2::int) AS n,
            LATERAL (SELECT now() - ($2::int - n) * (interval '730 days' / $2::int)) AS reached(at),
            LATERAL (SELECT CASE WHEN at > now() - interval '60 days' OR n % 1000 = 0
                                 THEN (${STEPS})[n % 5 + 1] ELSE 'DELIVERED' END) AS status(step)
       RETURNING id, status, updated_at)
     INSERT INTO order_events (order_id, status, occurred_at)
     SELECT id, step, updated_at - (array_position(${STEPS}, status) - place) * interval '4 days' - id % 7 * interval '3 hours'
     FROM created, unnest(${STEPS}) WITH ORDINALITY AS steps(step, place)
     WHERE place <= array_position(${STEPS}, status)`,
  );

/** Fills the consignments table up to one for each 200 orders, of which the last twenty are not closed. */
export const fillConsignments = (databaseUrl: string, orders: number) =>
  fill(
    databaseUrl,
    'consignments',
    orders / 200,
    `WITH created AS (
       INSERT INTO consignments (code, mode, departure_city, state, is_open, closed_at, search_text)
       SELECT 'BN-' || n, (ARRAY['AIR', 'SEA'])[n % 2 + 1]::transport_mode, 'Guangzhou', 'arrived', n > $2::int - 20,
              CASE WHEN n <= $2::int - 20 THEN now() END, 'bn-' || n || ' guangzhou'
       FROM generate_series($1::int, $2::int) AS n RETURNING id, is_open)
     INSERT INTO consignment_orders (consignment_id, is_open, order_id)
     SELECT created.id, is_open, orders.id
     FROM created JOIN orders ON orders.id BETWEEN created.id * 200 - 199 AND created.id * 200`,
  );

export const fillPayments = (databaseUrl: string, rows: number) =>
  fill(
    databaseUrl,
    // Unlike the payments, they have no gaps.
    'charges',
    rows,
    `WITH charged AS (
       INSERT INTO charges (order_id, kind, label, amount, created_at)
       SELECT id, 'freight', 'Fret', 9000, created_at FROM orders WHERE id BETWEEN $1::int AND $2::int),
     paid AS (
       INSERT INTO payments (id, method, transaction_reference, amount, paid_at, payer_name, receipt_year, receipt_number,
         receipt, token)
       SELECT gen_random_uuid(), (ARRAY['cash', 'orange-money'])[n % 2 + 1],
         CASE n % 2 WHEN 1 THEN 'PP' || n END, 9000, now() - ($2::int - n) * (interval '730 days' / $2::int), 'Awa Traoré',
         2026, n, 'REC-2026-' || lpad(n::text, 6, '0'), 'token-' || n
       FROM generate_series($1::int, $2::int) AS n WHERE n % 1000 <> 0 RETURNING id, receipt_number),
     shared AS (
       INSERT INTO payment_shares (payment_id, order_id, amount)
       SELECT paid.id, receipt_number, 9000 FROM paid JOIN orders ON orders.id = receipt_number)
     UPDATE orders SET due = 9000, paid = CASE WHEN id % 1000 = 0 THEN 0 ELSE 9000 END
     WHERE id BETWEEN $1::int AND $2::int`,
  );

/** Fills the products table up to a number of rows, each with a longer text and two external images. */
export const fillProducts = (databaseUrl: string, rows: number) =>
  fill(
    databaseUrl,
    'products',
    rows,
    `WITH created AS (
       INSERT INTO products (name, description, price, has_freeshipping, features, specifications, search_text)
       SELECT 'Lampe solaire n° ' || n, repeat('Une journée de soleil, une nuit de lumière. ', 6), n || ' 500 FCFA',
              n % 2 = 0, ARRAY['Trois niveaux de lumière', 'Prise USB', 'Résiste à la pluie'],
              '[["Autonomie", "12 heures"], ["Batterie", "4 000 mAh"], ["Poids", "620 g"]]', 'lampe solaire n° ' || n
       FROM generate_series($1::int, $2::int) AS n RETURNING id)
     INSERT INTO product_images (product_id, position, address)
     SELECT id, position, 'https://example.com/' || id || '-' || position || '.jpg'
     FROM created, generate_series(0, 1) AS position`,
  );

export const fillNotifications = (databaseUrl: string, rows: number) =>
  fill(
    databaseUrl,
    'notifications',
    rows,
    `INSERT INTO notifications (title, body, sent_at)
     SELECT 'Annonce n° ' || n, 'Le dépôt de Bobo-Dioulasso est ouvert ce samedi.', now() - n * interval '1 minute'
     FROM generate_series($1::int, $2::int) AS n`,
  );

export const nextLookup = (rows: number, prefix: string) => (n: number) => `${prefix}${referenceOf((n % rows) + 1)}`;

export function lookupPaths(rows: number, prefix: string): string[] {
  const step = Math.max(1, Math.floor(rows / 997));
  return Array.from({ length: 997 }, (_, index) => nextLookup(rows, prefix)(index * step * 31));
}
