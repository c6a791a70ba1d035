import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { IDENTITY_HEADER } from '@fasocolis/service-kit/auth/identity';
import { eventQueueOf, openQueue } from '@fasocolis/service-kit/events/outbox';
import { signed, TEST_SIGNING_KEY, testIdentityVariables, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import type { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Auth, NO_HOLDERS, startAuth } from './helpers.ts';

const redisUrl = testRedisUrl();
let auth: Auth;
let queues: Record<'notify' | 'orders', Queue>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  auth = await startAuth();
});
beforeEach(async () => {
  queues = {
    notify: openQueue(eventQueueOf('notify'), redisUrl),
    orders: openQueue(eventQueueOf('orders'), redisUrl),
  };
  for (const queue of Object.values(queues)) {
    await queue.waitUntilReady();
    await queue.obliterate({ force: true });
  }
  await auth.database.outboxEvent.deleteMany();
});
afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGTERM');
  for (const queue of Object.values(queues)) await queue.close();
});
afterAll(() => auth.close());

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

function startProcess(port: number): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/server.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: auth.databaseUrl,
      REDIS_URL: redisUrl,
      ...testIdentityVariables('auth'),
      INTERNAL_SIGNING_KEY: TEST_SIGNING_KEY,
      ...NO_HOLDERS,
      PUBLIC_URL: 'http://localhost:8080',
      RATE_LIMITS: 'off',
      PORT: String(port),
      LOG_LEVEL: 'silent',
    },
    stdio: 'inherit',
  });
  running.push(child);
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function startServer() {
  const port = await freePort();
  const child = startProcess(port);
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(200), {
    timeout: 15_000,
    interval: 100,
  });
  return { child, url };
}

const register = (url: string, username: string) =>
  fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ firstName: 'Aminata', lastName: 'Traoré', username, email: `${username}@example.com` },
      password: 'Colis-1234',
    }),
  });

const asAdministrator = {
  [IDENTITY_HEADER]: signed({ kind: 'user', userId: 1, isAdmin: true, sessionKey: 'test' }),
};

describe('the auth service, when it is killed,', () => {
  it('loses no event of an acknowledged request: each reaches its queue once', async () => {
    const { child, url } = await startServer();
    const registered = await register(url, 'killed');
    expect(registered.status).toBe(201);
    const { id } = (await registered.json()) as { id: number };
    const deletion = await fetch(`${url}/api/users/${id}`, { method: 'DELETE', headers: asAdministrator });
    expect(deletion.status).toBe(200);
    await end(child, 'SIGKILL');
    expect((await auth.database.outboxEvent.findMany()).map(({ name }) => name).toSorted()).toEqual([
      'email.verification-requested',
      'user.deleted',
    ]);

    startProcess(0);
    const unpublished = () => auth.database.outboxEvent.count({ where: { publishedAt: null } });
    await vi.waitFor(async () => expect(await unpublished()).toBe(0), { timeout: 15_000 });
    const namesIn = async (queue: Queue) => (await queue.getJobs()).map(({ name }) => name).toSorted();
    expect(await namesIn(queues.notify)).toEqual(['email.verification-requested', 'user.deleted']);
    expect(await namesIn(queues.orders)).toEqual(['user.deleted']);
  }, 60_000);

  it('leaves every account complete or absent during many registrations', async () => {
    const { child, url } = await startServer();
    const crowd = `crowd${Date.now()}`;
    const attempts = Array.from({ length: 40 }, (_, index) => register(url, `${crowd}-${index}`).catch(() => null));
    await vi.waitFor(
      async () =>
        expect(await auth.database.user.count({ where: { username: { startsWith: crowd } } })).toBeGreaterThan(2),
      { timeout: 15_000, interval: 5 },
    );
    await end(child, 'SIGKILL');
    await Promise.all(attempts);

    const users = await auth.database.user.findMany({
      where: { username: { startsWith: crowd } },
      include: { tokens: true },
    });
    expect(users.length).toBeLessThan(40);
    const events = await auth.database.outboxEvent.findMany();
    for (const { tokens } of users) {
      const [token] = tokens;
      expect(events.filter(({ data }) => (data as { tokenId?: string }).tokenId === token?.id)).toHaveLength(1);
    }
    expect(events).toHaveLength(users.length);
  }, 60_000);
});
