import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const CHANGES = 400;
const CUSTOMER = 2;
/** Concurrent requests. */
const PARALLEL = 10;
/** Concurrent emails: as many may be repeated when their worker is killed. */
const IN_FLIGHT = 10;
const STATUS = 'IN_TRANSIT';

let smtpServer: Awaited<ReturnType<typeof startSmtpServer>>;
let stack: TemporaryStack;
beforeEach(async () => {
  smtpServer = await startSmtpServer();
  stack = await startTemporaryStack('lost-redis', { smtpUrl: smtpServer.url, services: ['auth', 'orders', 'notify'] });
}, 120_000);
afterEach(async () => {
  await stack?.stop();
  await smtpServer?.close();
});

async function send(method: string, path: string, body: object, cookie = ''): Promise<Response | undefined> {
  const headers = { 'content-type': 'application/json', cookie };
  const signal = AbortSignal.timeout(10_000);
  return fetch(stack.url + path, { method, headers, body: JSON.stringify(body), signal }).catch(() => undefined);
}

async function signIn(): Promise<string> {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  const response = await vi.waitFor(
    async () => {
      const response = await send('POST', '/api/auth/login', body);
      expect(response?.status).toBe(200);
      return response;
    },
    { timeout: 30_000, interval: 50 },
  );
  return response?.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Changes the status of every order; repeats what is not acknowledged, with a new session where needed. */
async function changeAll(ids: number[]): Promise<void> {
  const left = [...ids];
  const session = { cookie: signIn() };
  const work = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const used = session.cookie;
      const response = await send('PATCH', `/api/orders/${id}`, { status: STATUS }, await used);
      if (response?.status === 200) continue;
      left.push(id);
      // Redis has lost the sessions.
      if (response?.status === 401 && session.cookie === used) session.cookie = signIn();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

it('400 status changes are notified and mailed once each although Redis loses all data meanwhile', async () => {
  const [auth, orders, notify] = await Promise.all([
    stack.connect(stack.databases.auth),
    stack.connect(stack.databases.orders),
    stack.connect(stack.databases.notify),
  ]);
  await auth.query('UPDATE users SET email_verified = true, notify_by_email = true WHERE id = $1', [CUSTOMER]);
  const created = await orders.query<{ id: number; reference: string }>(
    `INSERT INTO orders (reference, reference_key, status, user_id)
     SELECT 'PERTE-' || n, 'PERTE' || n, 'PROCESSING', $1 FROM generate_series(10001, 10000 + $2::int) AS n
     RETURNING id, reference`,
    [CUSTOMER, CHANGES],
  );
  const copies = new Map<string, string[]>();
  smtpServer.respond = async ({ content, messageId }) => {
    const [reference] = /PERTE-\d{5}/.exec(content) ?? [];
    // After 07:00 GMT the administrator gets one email about the silent orders of the demo data.
    if (reference === undefined) return;
    copies.set(reference, [...(copies.get(reference) ?? []), messageId]);
    // The contents are not needed.
    smtpServer.received.length = 0;
  };
  const count = async (table: string, where: string) =>
    Number((await notify.query(`SELECT count(*) FROM ${table} WHERE ${where}`)).rows[0].count);
  const told = () => count('notifications', `reference LIKE 'PERTE-%'`);
  const untilNotified = (atLeast: number) =>
    vi.waitUntil(async () => (await told()) >= atLeast, { timeout: 120_000, interval: 20 });

  const changing = changeAll(created.rows.map(({ id }) => id));
  await untilNotified(80);
  await stack.kill('redis');
  rmSync(join(stack.home, 'redis/appendonlydir'), { recursive: true });
  await stack.restart('redis');
  await untilNotified(160);
  await stack.kill('notify-worker');
  await stack.kill('orders');
  await Promise.all([stack.restart('notify-worker'), stack.restart('orders')]);
  await changing;
  // All changes are acknowledged, and many are neither notified nor mailed.
  await stack.kill('redis');
  rmSync(join(stack.home, 'redis/appendonlydir'), { recursive: true });
  await stack.restart('redis');

  await untilNotified(CHANGES);
  const emailed = () => count('email_deliveries', `state = 'sent' AND notification_id IS NOT NULL`);
  await vi.waitUntil(async () => (await emailed()) >= CHANGES, { timeout: 120_000, interval: 100 });
  const references = created.rows.map(({ reference }) => reference).toSorted();
  const rows = await notify.query<{ reference: string }>(
    `SELECT n.reference FROM notifications n JOIN email_deliveries m ON m.notification_id = n.id WHERE m.state = 'sent'`,
  );
  expect(rows.rows.map(({ reference }) => reference).toSorted()).toEqual(references);
  expect(await told()).toBe(CHANGES);
  expect([...copies.keys()].toSorted()).toEqual(references);
  for (const [reference, ids] of copies) expect(new Set(ids).size, reference).toBe(1);
  expect([...copies.values()].filter((ids) => ids.length > 1).length).toBeLessThanOrEqual(3 * IN_FLIGHT);
  await vi.waitFor(async () => expect((await orders.query('SELECT FROM outbox_events')).rowCount).toBe(0), {
    timeout: 30_000,
    interval: 100,
  });
}, 400_000);
