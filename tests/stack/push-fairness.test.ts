import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { TestAuthority } from '@fasocolis/service-kit/testing/certificates';
import { startPushService, type TestPhone, type TestPushService } from '@fasocolis/service-kit/testing/push-service';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const SILENT_DEVICES = 1000;

let service: TestPushService;
let silent: Awaited<ReturnType<typeof startSilentService>>;
let stack: TemporaryStack;
let cookie: string;
beforeAll(async () => {
  const authority = new TestAuthority(mkdtempSync(join(tmpdir(), 'web-push-')));
  [service, silent] = await Promise.all([startPushService(authority.certify('DNS:localhost')), startSilentService()]);
  const PUSH_HOSTS = [new URL(service.url).host, silent.host].join();
  const env = { NODE_EXTRA_CA_CERTS: authority.file, PUSH_HOSTS };
  stack = await startTemporaryStack('push-fairness', { env, demoData: false, services: ['auth', 'orders', 'notify'] });
  const response = await send('POST', '/api/auth/login', { email: stack.adminEmail, password: stack.adminPassword });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}, 120_000);
afterAll(async () => {
  await stack?.stop();
  await service?.close();
  silent?.close();
});

/** Accepts connections, and never responds. */
async function startSilentService() {
  let [open, max] = [0, 0];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    open += 1;
    // Counted after the closings that arrived at the same moment.
    setImmediate(() => setImmediate(() => (max = Math.max(max, open))));
    socket
      .on('error', () => {})
      .on('close', () => {
        open -= 1;
      });
    socket.resume();
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    /** Connections at the same time. */
    max: () => max,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const send = (method: string, path: string, body: object) =>
  fetch(stack.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });

async function broadcast(title: string): Promise<void> {
  expect((await send('POST', '/api/notifications', { title, body: 'Bonjour' })).status).toBe(201);
}

/** Milliseconds until the phone has so many messages. */
async function timeUntil(phone: TestPhone, count: number): Promise<number> {
  const startedAt = performance.now();
  await vi.waitUntil(() => phone.received.length === count, { timeout: 20_000, interval: 10 });
  return performance.now() - startedAt;
}

it('a phone is told within 5 s although a thousand others are at a push service that never responds, then and while that rests [SEC-021]', async () => {
  const phone = service.addPhone();
  const { keys } = phone.subscription;
  const notify = await stack.connect(stack.databases.notify);
  // Recorded before the phone, so that they come first.
  await notify.query(
    `INSERT INTO push_devices (endpoint, p256dh, auth, user_id, session_key)
     SELECT 'https://' || $1 || '/' || n, $2, $3, 1000 + n, $4 FROM generate_series(1, $5::int) n`,
    [silent.host, keys.p256dh, keys.auth, SessionStore.keyOf(cookie.split('=')[1] ?? ''), SILENT_DEVICES],
  );
  const device = { ...phone.subscription, references: [], account: true };
  expect((await send('POST', '/api/push/devices', device)).status).toBe(200);
  await broadcast('Premier avis');
  expect(await timeUntil(phone, 1)).toBeLessThan(5000);
  const resting = () =>
    notify.query<{ count: number }>(
      `SELECT count(*)::int FROM email_deliveries WHERE recipient = $1 AND due_at > now() + interval '30 s'`,
      [silent.host],
    );
  // After three time-outs of 5 s the others wait for the end of the rest.
  await vi.waitFor(async () => expect((await resting()).rows[0]?.count).toBe(SILENT_DEVICES), {
    timeout: 30_000,
    interval: 100,
  });
  await broadcast('Deuxième avis');
  expect(await timeUntil(phone, 2)).toBeLessThan(5000);
  expect(silent.max()).toBe(4);
}, 90_000);
