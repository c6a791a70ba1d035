import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startSmtpServer } from '../../services/notify/test/smtp-server.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

/** Three pages of recipients. */
const CUSTOMERS = 2100;
/** Concurrent emails: as many may be repeated after each kill of the worker or of its queue. */
const IN_FLIGHT = 10;

let smtpServer: Awaited<ReturnType<typeof startSmtpServer>>;
let stack: TemporaryStack;
beforeEach(async () => {
  smtpServer = await startSmtpServer();
  stack = await startTemporaryStack('fan-out', {
    ...{ smtpUrl: smtpServer.url, demoData: false },
    services: ['auth', 'orders', 'notify'],
  });
}, 120_000);
afterEach(async () => {
  await stack?.stop();
  await smtpServer?.close();
});

/** Customers `from` to `to`. */
const addCustomers = (auth: pg.Client, from: number, to: number, columns: { verified: boolean; wanted: boolean }) =>
  auth.query(
    `INSERT INTO users (username, username_key, email, email_key, first_name, last_name, email_verified, notify_by_email)
     SELECT 'client' || n, 'client' || n, 'client' || n || '@example.com', 'client' || n || '@example.com', 'Awa', 'Ouédraogo', $3, $4
     FROM generate_series($1::int, $2::int) AS n`,
    [from, to, columns.verified, columns.wanted],
  );

async function broadcastByEmail(): Promise<number> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const signIn = await post('/api/auth/login', { email: stack.adminEmail, password: stack.adminPassword });
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0];
  const response = await post('/api/notifications', { title: 'Congés', body: 'Du 24 au 26.', byEmail: true }, cookie);
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: number }).id;
}

it('a broadcast is mailed to each of 2,100 customers once although every process on its way is killed', async () => {
  const auth = await stack.connect(stack.databases.auth);
  const notify = await stack.connect(stack.databases.notify);
  await addCustomers(auth, 1, CUSTOMERS, { verified: true, wanted: true });
  await addCustomers(auth, CUSTOMERS + 1, CUSTOMERS + 10, { verified: false, wanted: true });
  await addCustomers(auth, CUSTOMERS + 11, CUSTOMERS + 20, { verified: true, wanted: false });
  await auth.query(`UPDATE users SET notify_by_email = false WHERE username NOT LIKE 'client%'`);
  const copies = new Map<string, string[]>();
  smtpServer.respond = async ({ to, messageId }) => {
    copies.set(to, [...(copies.get(to) ?? []), messageId]);
    // The contents are not needed.
    smtpServer.received.length = 0;
  };
  const count = async (where: string) =>
    Number(
      (await notify.query(`SELECT count(*) FROM email_deliveries WHERE kind = 'announcement' AND ${where}`)).rows[0]
        .count,
    );
  const until = (condition: () => Promise<boolean> | boolean, interval: number) =>
    vi.waitUntil(condition, { timeout: 150_000, interval });
  const crash = async (...names: string[]) => {
    await Promise.all(names.map((name) => stack.kill(name)));
    for (const name of names) await stack.restart(name);
  };

  const notificationId = await broadcastByEmail();
  await until(async () => (await count('true')) > 0, 2);
  await crash('notify-worker');
  await until(() => copies.size > 350, 20);
  await crash('redis');
  await until(() => copies.size > 700, 20);
  await crash('notify');
  await until(() => copies.size > 1050, 20);
  await crash('redis', 'notify-worker', 'notify');
  await until(async () => (await count(`state = 'sent'`)) === CUSTOMERS, 200);

  expect((await notify.query('SELECT FROM email_batches')).rowCount).toBe(0);
  const rows = await notify.query(
    `SELECT count(*) AS emails, count(DISTINCT user_id) AS people FROM email_deliveries WHERE kind = 'announcement'`,
  );
  expect(rows.rows).toEqual([{ emails: String(CUSTOMERS), people: String(CUSTOMERS) }]);
  expect(await count(`notification_id <> ${notificationId}`)).toBe(0);
  expect(copies.size).toBe(CUSTOMERS);
  const doubled = [...copies.values()].filter((ids) => ids.length > 1);
  expect(doubled.length).toBeLessThanOrEqual(3 * IN_FLIGHT);
  for (const ids of doubled) expect(new Set(ids).size).toBe(1);
}, 300_000);
