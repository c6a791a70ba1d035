import type { MilestoneProgress } from '@fasocolis/contracts/live';
import type { Milestone } from '@fasocolis/contracts/milestones';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const ORDERS = 2000;
/** With four orders each. */
const CUSTOMERS = 500;
/** Emails on their way at once: as many may be doubled by the kill of the worker. */
const IN_FLIGHT = 10;

let smtpServer: Awaited<ReturnType<typeof startSmtpServer>>;
let stack: TemporaryStack;
let orders: pg.Client;
let notify: pg.Client;
let cookie: string;
let consignmentId: number;
beforeAll(async () => {
  smtpServer = await startSmtpServer();
  // Time for a restart of Redis before a milestone is due.
  vi.stubEnv('MILESTONE_UNDO_MS', '3000');
  stack = await startTemporaryStack('milestones', {
    ...{ smtpUrl: smtpServer.url, demoData: false },
    services: ['auth', 'orders', 'notify'],
  });
  orders = await stack.connect(stack.databases.orders);
  notify = await stack.connect(stack.databases.notify);
  cookie = await signIn();
  consignmentId = (await post('/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' })).id;
  await addOrders();
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await stack?.stop();
  await smtpServer?.close();
});

const send = (path: string, init: RequestInit = {}) =>
  fetch(stack.url + path, { ...init, headers: { 'content-type': 'application/json', cookie } });

async function signIn(): Promise<string> {
  const body = JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function post(path: string, body: object): Promise<{ id: number }> {
  const response = await send(path, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: number };
}

/** The orders of customers with verified addresses, all in the consignment. */
async function addOrders(): Promise<void> {
  const auth = await stack.connect(stack.databases.auth);
  const { rows } = await auth.query<{ id: number }>(
    `INSERT INTO users (username, username_key, email, email_key, first_name, last_name, email_verified, notify_by_email)
     SELECT 'client' || n, 'client' || n, 'client' || n || '@example.com', 'client' || n || '@example.com', 'Awa', 'Ouédraogo', true, true
     FROM generate_series(1, $1::int) AS n RETURNING id`,
    [CUSTOMERS],
  );
  const ids = rows.map(({ id }) => id);
  await orders.query(
    `INSERT INTO orders (reference, reference_key, status, user_id)
     SELECT 'FAN' || n, 'FAN' || n, 'ORDER_CONFIRMED', ($2::int[])[1 + n % $3] FROM generate_series(1, $1::int) AS n`,
    [ORDERS, ids, CUSTOMERS],
  );
  await orders.query(
    `INSERT INTO order_events (order_id, status) SELECT id, status FROM orders;
     INSERT INTO consignment_orders (consignment_id, order_id) SELECT ${consignmentId}, id FROM orders`,
  );
}

async function record(label: string): Promise<number> {
  const { rows } = await orders.query(`SELECT id FROM milestone_definitions WHERE mode = 'AIR' AND label = $1`, [
    label,
  ]);
  return (await post(`/api/consignments/${consignmentId}/milestones`, { definitionId: rows[0].id, place: 'Guangzhou' }))
    .id;
}

async function milestone(id: number): Promise<Milestone | undefined> {
  const response = await send(`/api/milestones?filter={"id":${id}}`);
  return response.ok ? ((await response.json()) as Milestone[])[0] : undefined;
}
/** As the database says, while orders is away. */
const appliedOf = async (id: number) =>
  (await orders.query<{ applied: number }>('SELECT applied FROM milestones WHERE id = $1', [id])).rows[0]?.applied ?? 0;

const until = (condition: () => Promise<boolean>, interval: number) =>
  vi.waitUntil(condition, { timeout: 120_000, interval });
const crash = async (...names: string[]) => {
  await Promise.all(names.map((name) => stack.kill(name)));
  for (const name of names) await stack.restart(name);
};

/** The orders that have the event of a milestone, and how many events there are. */
const eventsOf = async (id: number) =>
  (
    await orders.query(
      'SELECT count(*)::int AS events, count(DISTINCT order_id)::int AS orders FROM order_events WHERE milestone_id = $1',
      [id],
    )
  ).rows[0];
/** The notifications with a title, their orders and their emails. */
const toldOf = async (title: string) =>
  (
    await notify.query(
      `SELECT count(*)::int AS told, count(DISTINCT target_user_id)::int AS people,
         (SELECT count(*)::int FROM notification_orders o JOIN notifications n ON n.id = o.notification_id AND n.title = $1) AS orders,
         (SELECT count(*)::int FROM email_deliveries e JOIN notifications n ON n.id = e.notification_id AND n.title = $1) AS emails
       FROM notifications WHERE title = $1`,
      [title],
    )
  ).rows[0];
const DEPARTED = 'Parti de Chine, Guangzhou';
const ONCE_EACH = { told: CUSTOMERS, people: CUSTOMERS, orders: ORDERS, emails: CUSTOMERS };

it('a milestone is one event of each of 2,000 orders and one message to each customer, whatever is killed [CONS-004] [CONS-006]', async () => {
  const copies = new Map<string, string[]>();
  smtpServer.respond = async ({ to, messageId }) => {
    copies.set(to, [...(copies.get(to) ?? []), messageId]);
  };
  const id = await record('Parti de Chine');
  await crash('redis');
  await until(async () => (await appliedOf(id)) > 0, 2);
  await crash('orders');
  const first = await appliedOf(id);
  expect(first).toBeLessThan(ORDERS);
  await until(async () => (await appliedOf(id)) > first, 2);
  await crash('redis', 'orders');
  await until(async () => (await milestone(id))?.state === 'done', 100);
  await until(async () => (await toldOf(DEPARTED)).told > 0, 5);
  await crash('notify-worker');
  await until(async () => copies.size === CUSTOMERS, 100);

  expect(await milestone(id)).toMatchObject({ total: ORDERS, applied: ORDERS, skipped: 0 });
  expect(await eventsOf(id)).toEqual({ events: ORDERS, orders: ORDERS });
  expect(await toldOf(DEPARTED)).toEqual(ONCE_EACH);
  const doubled = [...copies.values()].filter((ids) => ids.length > 1);
  expect(doubled.length).toBeLessThanOrEqual(IN_FLIGHT);
}, 240_000);

it('a milestone reaches 2,000 orders within ten seconds after the time to take it back, with its progress [CONS-004]', async () => {
  const progress: MilestoneProgress[] = [];
  const socket = new WebSocket(`${stack.url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: stack.url } });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', userId: 1 })));
  socket.on('message', (data) => {
    const message = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}');
    if (message.type === 'milestone') progress.push(message.data);
  });
  const skipped = 10;
  await orders.query(`UPDATE orders SET furthest_step = 'ARRIVED' WHERE id IN (SELECT id FROM orders LIMIT $1)`, [
    skipped,
  ]);
  const id = await record('En transit');
  await until(async () => progress.some((each) => each.id === id && each.state === 'done'), 50);
  socket.close();

  const { rows } = await orders.query<{ seconds: number }>(
    'SELECT extract(epoch FROM finished_at - due_at)::float AS seconds FROM milestones WHERE id = $1',
    [id],
  );
  expect(rows[0]?.seconds).toBeLessThan(10);
  const own = progress.filter((each) => each.id === id);
  expect(own.length).toBeGreaterThan(5);
  expect(own.at(-1)).toEqual({
    ...{ id, consignmentId, state: 'done', total: ORDERS },
    ...{ applied: ORDERS - skipped, skipped },
  });
  expect(await eventsOf(id)).toEqual({ events: ORDERS - skipped, orders: ORDERS - skipped });
}, 120_000);

/** Takes the newest milestone back. */
async function withdraw(id: number): Promise<void> {
  const init = { method: 'POST', body: JSON.stringify({ reason: 'Vol retardé' }) };
  expect((await send(`/api/milestones/${id}/withdraw`, init)).status).toBe(200);
}
const newestOf = async (label: string): Promise<number> =>
  (await orders.query('SELECT max(id) AS id FROM milestones WHERE label = $1', [label])).rows[0].id;
/** The emails about notifications with a title that are sent, and those that wait. */
const emailsOf = async (title: string) =>
  (
    await notify.query(
      `SELECT count(*) FILTER (WHERE d.state = 'sent')::int AS sent, count(*) FILTER (WHERE d.state = 'pending')::int AS pending
       FROM email_deliveries d JOIN notifications n ON n.id = d.notification_id WHERE n.title = $1 AND d.channel = 'email'`,
      [title],
    )
  ).rows[0];
const untilSent = (title: string) =>
  until(async () => {
    const { sent, pending } = await emailsOf(title);
    return sent > 0 && pending === 0;
  }, 100);
/** The customers whose orders have a milestone, with the corrections that they were sent about it. */
const customersOf = async (id: number) =>
  (
    await orders.query(
      `SELECT count(DISTINCT o.user_id)::int AS customers FROM order_events e JOIN orders o ON o.id = e.order_id
       WHERE e.milestone_id = $1`,
      [id],
    )
  ).rows[0].customers;

it('a milestone is taken back from 2,000 orders within ten seconds, and corrected once for each customer who was told [HIST-006]', async () => {
  const id = await newestOf('En transit');
  await untilSent('En transit, Guangzhou');
  const customers = await customersOf(id);
  await withdraw(id);
  await until(async () => (await milestone(id))?.state === 'withdrawn', 50);
  await untilSent('Correction');

  const { rows } = await orders.query<{ seconds: number }>(
    'SELECT extract(epoch FROM finished_at - withdrawn_at)::float AS seconds FROM milestones WHERE id = $1',
    [id],
  );
  expect(rows[0]?.seconds).toBeLessThan(10);
  const states = await orders.query(
    `SELECT status, latest_update, count(*)::int FROM orders WHERE reference LIKE 'FAN%' GROUP BY 1, 2`,
  );
  expect(states.rows).toEqual([{ status: 'IN_TRANSIT', latest_update: 'Parti de Chine, Guangzhou', count: ORDERS }]);
  expect(await toldOf('En transit, Guangzhou')).toMatchObject({ told: 0 });
  expect(await toldOf('Correction')).toMatchObject({ told: customers, people: customers, emails: customers });
  const { rows: words } = await notify.query<{ body: string }>(
    `SELECT body FROM notifications WHERE title = 'Correction'`,
  );
  for (const { body } of words) expect(body).toMatch(/^FAN\d+(, FAN\d+)* : En transit annulé\. Vol retardé$/);
}, 240_000);

it('a milestone is taken back from all its orders, and corrected once for each customer, whatever is killed [HIST-006]', async () => {
  await notify.query(`DELETE FROM notifications WHERE title = 'Correction'`);
  await untilSent(DEPARTED);
  const id = await newestOf('Parti de Chine');
  await withdraw(id);
  await until(async () => (await appliedOf(id)) < ORDERS, 2);
  await crash('redis', 'orders');
  await until(async () => (await milestone(id))?.state === 'withdrawn', 100);
  await until(async () => (await toldOf('Correction')).told > 0, 5);
  await crash('notify-worker');
  await untilSent('Correction');

  const events = await orders.query(
    `SELECT count(*)::int AS events, count(withdrawn_at)::int AS withdrawn FROM order_events WHERE milestone_id = $1`,
    [id],
  );
  expect(events.rows).toEqual([{ events: ORDERS, withdrawn: ORDERS }]);
  const log = await orders.query(`SELECT count(*)::int, count(DISTINCT subject_id)::int AS orders FROM changes
    WHERE action = 'event-withdrawn' AND after->>'eventId' IN (SELECT id::text FROM order_events WHERE milestone_id = ${id})`);
  expect(log.rows).toEqual([{ count: ORDERS, orders: ORDERS }]);
  const states = await orders.query(`SELECT DISTINCT status, latest_update FROM orders WHERE reference LIKE 'FAN%'`);
  expect(states.rows).toEqual([{ status: 'ORDER_CONFIRMED', latest_update: null }]);
  expect(await toldOf('Correction')).toEqual(ONCE_EACH);
}, 240_000);
