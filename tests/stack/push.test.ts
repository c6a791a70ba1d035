import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LiveClient } from './live-client.ts';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const CUSTOMERS = 10_000;
const CLIENTS = 20;
const CHANGES = 200;

let stack: TemporaryStack;
// Each test kills processes of a stack of its own.
beforeAll(async () => {
  stack = await startTemporaryStack('push', { demoData: false, services: ['auth', 'orders', 'notify'] });
}, 120_000);
afterAll(() => stack?.stop());

const call = (method: string, path: string, cookie: string, body?: object) =>
  fetch(`${stack.url}${path}`, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

async function signInAsAdmin(): Promise<string> {
  const body = { email: stack.adminEmail, password: stack.adminPassword };
  const response = await call('POST', '/api/auth/login', '', body);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Repeats a request until it is accepted. */
const insist = (method: string, path: string, cookie: string, body: object) =>
  vi.waitFor(
    async () => {
      const response = await call(method, path, cookie, body);
      expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
      return response.json() as Promise<{ id: number }>;
    },
    { timeout: 30_000, interval: 100 },
  );

/** Registered customers with verified addresses. @returns the ids of the first of them */
async function addCustomers(count: number): Promise<number[]> {
  const auth = await stack.connect(stack.databases.auth);
  const { rows } = await auth.query<{ id: number }>(
    `INSERT INTO users (username, username_key, email, email_key, first_name, last_name, email_verified)
     SELECT name, name, name || '@example.com', name || '@example.com', 'Awa', 'Ouédraogo', true
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT 'awa' || n || '-' || $2::text) AS names(name)
     RETURNING id`,
    [count, Date.now()],
  );
  return rows.slice(0, CLIENTS).map(({ id }) => id);
}

async function openSession(userId: number) {
  const redis = connectRedis(stack.redisUrl);
  onTestFinished(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready');
  const id = await new SessionStore(redis).create({ userId, isAdmin: false, userAgent: null });
  return `${sessionCookie(stack.publicUrl).name}=${id}`;
}

async function listen(userId: number) {
  const cookie = await openSession(userId);
  const client = new LiveClient({ url: stack.url, cookie, userId });
  onTestFinished(() => client.close());
  await vi.waitFor(() => expect(client.connections).toBe(1), 10_000);
  return { client, cookie, userId };
}

async function crash(...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => stack.kill(name)));
  for (const name of names) await stack.restart(name);
}

describe('while notify, its worker, Redis and the gateway are killed one after the other', () => {
  it('every connected customer receives every notification once and in order', async () => {
    const admin = await signInAsAdmin();
    const userIds = await addCustomers(CUSTOMERS);
    const listeners = await Promise.all(userIds.map(listen));
    const orders: { id: number }[] = [];
    for (let n = 0; n < CHANGES; n += 1) {
      const body = { reference: `PUSH-${n}`, userId: userIds[n % CLIENTS] };
      orders.push(await insist('POST', '/api/orders', admin, body));
    }

    const broadcast = (title: string) => insist('POST', '/api/notifications', admin, { title, body: 'Bonjour' });
    const changeFrom = async (first: number, last: number) => {
      for (const { id } of orders.slice(first, last)) {
        await insist('PATCH', `/api/orders/${id}`, admin, { status: 'IN_TRANSIT' });
      }
    };
    await broadcast('Avant');
    const steps: [string[], number][] = [
      [['notify'], 40],
      [['notify-worker'], 80],
      [['redis'], 120],
      [['gateway'], 160],
      [['notify', 'notify-worker', 'redis'], CHANGES],
    ];
    let changed = 0;
    for (const [names, upTo] of steps) {
      await Promise.all([changeFrom(changed, upTo), broadcast(`Pendant ${names.join(', ')}`), crash(...names)]);
      changed = upTo;
    }
    await broadcast('Après');

    const notify = await stack.connect(stack.databases.notify);
    const told = async (userId: number) => {
      const { rows } = await notify.query<{ id: number; target_user_id: number | null }>(
        'SELECT id, target_user_id FROM notifications WHERE target_user_id IS NULL OR target_user_id = $1 ORDER BY id',
        [userId],
      );
      return rows;
    };
    await vi.waitFor(
      async () => {
        for (const userId of userIds) {
          const own = (await told(userId)).filter(({ target_user_id }) => target_user_id === userId);
          expect(own).toHaveLength(CHANGES / CLIENTS);
        }
      },
      { timeout: 60_000, interval: 500 },
    );
    for (const { client, userId } of listeners) {
      const ids = (await told(userId)).map(({ id }) => id);
      expect(ids.length).toBeGreaterThanOrEqual(CHANGES / CLIENTS + 7);
      await vi.waitFor(() => expect(client.ids).toEqual(ids), 20_000);
      expect(client.connections).toBeGreaterThan(2);
    }
  }, 180_000);
});

describe('signing out', () => {
  it('closes the sockets of that session within a second, and none of another device [D-43]', async () => {
    const [userId = 0] = await addCustomers(1);
    const [leaving, staying] = [await listen(userId), await listen(userId)];
    expect((await call('POST', '/api/auth/logout', leaving.cookie)).status).toBe(200);
    await vi.waitFor(() => expect(leaving.client.closeCode).toBe(4401), 1000);
    expect(staying.client.closeCode).toBe(0);
  });
});
