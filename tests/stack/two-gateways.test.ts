import { SessionStore, sessionCookie } from '@fasocolis/service-kit/auth/sessions';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { TEST_IDENTITY_KEYS, testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { buildGateway } from '../../gateway/src/app.ts';
import { loadGatewayConfig } from '../../gateway/src/config.ts';
import { type Notify, startNotify } from '../../services/notify/test/helpers.ts';
import { startLive } from '../../services/notify/test/live-helpers.ts';
import { LiveClient } from './live-client.ts';

let notify: Notify;
beforeAll(async () => {
  notify = await startNotify();
});
afterAll(() => notify.close());

/** A gateway with a replica of notify, until the test ends. */
async function startGateway(): Promise<string> {
  const { app: replica } = await startLive(notify);
  const address = replica.server.address();
  if (address === null || typeof address === 'string') throw new Error('notify does not listen');
  const config = loadGatewayConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    IDENTITY_KEY: TEST_IDENTITY_KEYS.gateway,
    REDIS_URL: testRedisUrl(),
    AUTH_URL: 'http://127.0.0.1:1',
    ORDERS_URL: 'http://127.0.0.1:1',
    NOTIFY_URL: `http://127.0.0.1:${address.port}`,
    RATE_LIMITS: 'off',
    WEB_CUSTOMER_FOLDER: '/nowhere',
    WEB_ADMIN_FOLDER: '/nowhere',
  });
  const { app, internal } = await buildGateway(config);
  onTestFinished(async () => {
    await Promise.all([app.close(), internal.close()]);
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function signIn(userId: number, isAdmin = false): Promise<string> {
  const redis = connectRedis(testRedisUrl());
  onTestFinished(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready');
  const id = await new SessionStore(redis).create({ userId, isAdmin, userAgent: null });
  return `${sessionCookie('http://localhost').name}=${id}`;
}

async function listen(url: string, userId: number): Promise<LiveClient> {
  const client = new LiveClient({ url, cookie: await signIn(userId), userId });
  onTestFinished(() => client.close());
  await vi.waitFor(() => expect(client.connections).toBe(1), 5000);
  return client;
}

async function send(url: string, cookie: string, body: object): Promise<number> {
  const response = await fetch(`${url}/api/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ title: 'Bonne fête', body: 'Bonjour', ...body }),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: number }).id;
}

describe('two gateways, each with a replica of notify', () => {
  it('push each notification, sent through either, once to all its recipients [WS-001, WS-005, WS-012, ADM-NTF-015]', async () => {
    const [here, there] = [await startGateway(), await startGateway()];
    const [awa, awaElsewhere, issa] = [await listen(here, 2), await listen(there, 2), await listen(there, 3)];
    const admin = await signIn(1, true);
    const forAll = await send(here, admin, { isGlobal: true });
    const forAwa = await send(there, admin, { isGlobal: false, targetUserId: 2 });
    const last = await send(there, admin, { isGlobal: true });
    for (const { ids } of [awa, awaElsewhere])
      await vi.waitFor(() => expect(ids).toEqual([forAll, forAwa, last]), 2000);
    await vi.waitFor(() => expect(issa.ids).toEqual([forAll, last]), 2000);
  });
});

describe('a visitor', () => {
  it('is refused a socket through the gateway, because it requires a session [WS-006, ROLE-005]', async () => {
    const url = await startGateway();
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { origin: url });
    const heard: unknown[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '')));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', userId: 2 })));
    const code = await new Promise((resolve) => socket.once('close', resolve));
    expect(code).toBe(4401);
    expect(heard).toEqual([{ type: 'error', message: 'Non authentifié' }]);
  });
});
