import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** Deliveries stay rows, so that they can be compared. */
const DELAY = { ORDER_MAIL_DELAY_MS: '3600000', MILESTONE_UNDO_MS: '1' };

let stack: TemporaryStack;
let orders: pg.Client;
let notify: pg.Client;
let cookie: string;
/** The owner of all orders and the user who has saved them. */
let users: [owner: number, saver: number];
let deviceId: number;
beforeAll(async () => {
  stack = await startTemporaryStack('ways-in', { env: DELAY, demoData: false, services: ['auth', 'orders', 'notify'] });
  orders = await stack.connect(stack.databases.orders);
  notify = await stack.connect(stack.databases.notify);
  cookie = await signIn();
  const auth = await stack.connect(stack.databases.auth);
  const { rows } = await auth.query<{ id: number }>(
    `INSERT INTO users (username, username_key, email, email_key, first_name, last_name, email_verified)
     SELECT 'client' || n, 'client' || n, 'client' || n || '@example.com', 'client' || n || '@example.com', 'Awa', 'Ouédraogo', true
     FROM generate_series(1, 2) AS n RETURNING id`,
  );
  users = rows.map(({ id }) => id) as [number, number];
  const devices = await notify.query<{ id: number }>(
    `INSERT INTO push_devices (endpoint, p256dh, auth) VALUES ('https://push.example.com/1', 'key', 'secret') RETURNING id`,
  );
  deviceId = devices.rows[0]?.id ?? 0;
}, 120_000);
afterAll(() => stack?.stop());

async function signIn(): Promise<string> {
  const body = JSON.stringify({ email: stack.adminEmail, password: stack.adminPassword });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${stack.url}/api/auth/login`, { method: 'POST', headers, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function send<T = { id: number }>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json', cookie };
  const response = await fetch(stack.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface NewOrder {
  id: number;
  reference: string;
  phone: string;
}

let created = 0;
/** An order with everyone who may be told of it: owner, saver, recipient and a device. */
async function newOrder(): Promise<NewOrder> {
  created += 1;
  const phone = `+2267000${1000 + created}`;
  const reference = `WAY-${created}-AB`;
  const [userId, saver] = users;
  const body = { reference, userId, recipientPhone: phone, mode: 'AIR', estimatedDelivery: '2027-12-01' };
  const { id } = await send('POST', '/api/orders', body);
  await orders.query('INSERT INTO saved_orders (user_id, order_id) VALUES ($1, $2)', [saver, id]);
  await notify.query('INSERT INTO push_device_orders (device_id, order_id) VALUES ($1, $2)', [deviceId, id]);
  return { id, reference, phone };
}

const scan = (mode: string, { reference }: NewOrder, data: object = {}) =>
  send('POST', '/api/scans', {
    scans: [{ id: randomUUID(), mode, reference, at: new Date().toISOString(), ...data }],
    sentAt: new Date().toISOString(),
  });
async function pass({ id: orderId }: NewOrder, label: string): Promise<number> {
  const { id } = await send('POST', '/api/consignments', { mode: 'AIR', departureCity: 'Guangzhou' });
  await send('POST', `/api/consignments/${id}/orders`, { lines: [{ line: 1, orderId }], dryRun: false });
  const { rows } = await orders.query(`SELECT id FROM milestone_definitions WHERE mode = 'AIR' AND label = $1`, [
    label,
  ]);
  return (await send('POST', `/api/consignments/${id}/milestones`, { definitionId: rows[0].id })).id;
}
const eventIdsOf = async ({ id }: NewOrder) =>
  (await orders.query<{ id: number }>('SELECT id FROM order_events WHERE order_id = $1 ORDER BY id', [id])).rows.map(
    (row) => row.id,
  );

const tell = (id: number, news: object) => send('POST', '/api/orders/tell', { orderIds: [id], ...news });
const HANDED_OVER = { reason: 'Code perdu', receiverName: 'Awa Ouédraogo', neverArrivedReason: 'Il est là' };
const REMIS = expect.stringMatching(/^Remis le .* à Awa O\.$/);
const WAYS: [name: string, take: (order: NewOrder) => Promise<unknown>, title: string, note: unknown][] = [
  [
    'the form',
    ({ id }) => send('PATCH', `/api/orders/${id}`, { status: 'IN_TRANSIT', latestUpdate: 'Vol ET605' }),
    'En Transit',
    'Vol ET605',
  ],
  ['the dialog for one order and many', ({ id }) => tell(id, { status: 'CUSTOMS' }), 'En douane', null],
  ['news', ({ id }) => tell(id, { text: 'Il manque la facture' }), 'Nouvelles de votre colis', 'Il manque la facture'],
  [
    'a later date',
    ({ id }) => send('PATCH', `/api/orders/${id}`, { estimatedDelivery: '2027-12-31', reason: 'Tempête' }),
    'Nouvelle date estimée\u00a0: 31 décembre 2027',
    'Tempête',
  ],
  ['a receive scan', (order) => scan('receive', order), "Reçu à l'entrepôt, Guangzhou", null],
  ['an arrival scan', (order) => scan('arrive', order), 'Arrivé à Ouagadougou', null],
  ['a milestone', (order) => pass(order, 'Parti de Chine'), 'Parti de Chine, Guangzhou', null],
  ['a hand-over at the counter', ({ id }) => send('POST', `/api/handovers/${id}`, HANDED_OVER), 'Livrée', REMIS],
  ['a hand-over by scan', (order) => scan('hand-over', order, HANDED_OVER), 'Livrée', REMIS],
];

/** Everything that notify has stored about an order, by audience. */
async function messagesOf({ id, phone }: NewOrder) {
  const rows = async (sql: string, values: unknown[] = [id]) => (await notify.query(sql, values)).rows;
  return {
    notifications: await rows(
      `SELECT n.target_user_id AS "userId", n.title, n.note, n.body FROM notifications n
       JOIN notification_orders o ON o.notification_id = n.id WHERE o.order_id = $1 ORDER BY 1`,
    ),
    emails: await rows(
      `SELECT d.user_id AS "userId", d.state, d.due_at > now() AS waits FROM email_deliveries d
       JOIN notification_orders o ON o.notification_id = d.notification_id
       WHERE o.order_id = $1 AND d.channel = 'email' ORDER BY 1`,
    ),
    pushes: await rows(
      `SELECT d.device_id AS "deviceId", d.title, d.text AS note, d.state, d.due_at > now() AS waits FROM email_deliveries d
       JOIN delivery_orders o ON o.delivery_id = d.id WHERE o.order_id = $1`,
    ),
    people: await rows(
      `SELECT p.phone, c.title, c.note FROM changes_to_tell c JOIN people_to_tell p ON p.id = c.person_id
       WHERE c.order_id = $1 AND p.phone = $2 AND p.told_at IS NULL`,
      [id, phone],
    ),
  };
}

const NOTHING = { notifications: [], emails: [], pushes: [], people: [] };
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
/** All events were handled: the outbox keeps those that were not. */
const untilConfirmed = () =>
  until(async () => expect((await orders.query('SELECT FROM outbox_events')).rowCount).toBe(0));

it.each(WAYS)(
  '%s reaches the same audience over the same channels, and its withdrawal takes all of it back [HIST-001]',
  async (_name, take, title, note) => {
    const order = await newOrder();
    const before = await eventIdsOf(order);
    await take(order);
    await until(async () => expect((await messagesOf(order)).notifications).not.toEqual([]));
    await untilConfirmed();
    const words = { title, note };
    expect(await messagesOf(order)).toEqual({
      notifications: users.map((userId) => ({ userId, ...words, body: expect.stringContaining(order.reference) })),
      emails: users.map((userId) => ({ userId, state: 'pending', waits: true })),
      pushes: [{ deviceId, ...words, state: 'pending', waits: true }],
      people: [{ phone: order.phone, ...words }],
    });
    const events = await eventIdsOf(order);
    expect(events).toHaveLength(before.length + 1);
    await send('POST', `/api/orders/${order.id}/events/${events.at(-1)}/withdraw`, { reason: 'Erreur' });
    await until(async () => expect(await messagesOf(order)).toEqual(NOTHING));
  },
);

it.each<[string, (reference: string) => Promise<unknown>]>([
  ['the form', (reference) => send('POST', '/api/orders', { reference })],
  ['an import', (reference) => send('POST', '/api/orders/import', { lines: [{ line: 1, reference }], dryRun: false })],
])('an order that %s creates reaches nobody [HIST-001]', async (_name, create) => {
  created += 1;
  const reference = `WAY-${created}-AB`;
  await create(reference);
  await untilConfirmed();
  const { rows } = await orders.query<{ id: number }>('SELECT id FROM orders WHERE reference = $1', [reference]);
  expect(await messagesOf({ id: rows[0]?.id ?? 0, reference, phone: '' })).toEqual(NOTHING);
});
