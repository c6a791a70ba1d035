import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTemporaryStack, type TemporaryStack } from './temporary-stack.ts';

const SLOW = '127.0.0.2';
const CLIENT = '127.0.0.3';
const COUNT = 300;
/** The timeout of a request's arrival. */
const ALLOWED_MS = 30_000;

let stack: TemporaryStack;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  stack = await startTemporaryStack('slow-clients', {
    rateLimits: true,
    services: ['auth', 'orders', 'catalog', 'content'],
  });
}, 120_000);
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await stack?.stop();
});

/** Starts a request whose body never ends. @returns its status, and the time at which its connection was closed */
function sendSlowly(path: string) {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(stack.url).port), localAddress: SLOW });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":`,
  );
  const dripping = setInterval(() => socket.write(' '), 1000);
  const begun = performance.now();
  const status = new Promise<number>((resolve) => {
    socket.once('data', (data) => resolve(Number(data.toString('latin1', 9, 12))));
  });
  const closedAfter = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(performance.now() - begun);
    });
  });
  return { status, closedAfter };
}

/** The status of a request of another client. */
function call(path: string, { body, from = CLIENT }: { body?: object; from?: string } = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const outgoing = request({
    host: '127.0.0.1',
    port: new URL(stack.url).port,
    path,
    localAddress: from,
    signal: AbortSignal.timeout(10_000),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' } }),
  });
  outgoing.on('response', (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  });
  outgoing.on('error', reject);
  outgoing.end(body && JSON.stringify(body));
  return promise;
}

it('of 300 slow bodies from one address 32 are received until their timeout, and other clients and health checks respond within a second [SEC-003]', async () => {
  const signIn = { email: stack.adminEmail, password: stack.adminPassword };
  const message = {
    firstName: 'Awa',
    lastName: 'Traoré',
    email: 'awa@example.com',
    subject: 'Mon colis',
    message: 'Quand arrive-t-il ?',
  };
  const calls: [path: string, body?: object][] = [
    ['/health/ready'],
    ['/api/orders/DEMO0001'],
    ['/api/auth/login', signIn],
    ['/api/contact-messages', message],
  ];
  /** Sends each request once. @returns the time of the slowest, in milliseconds */
  async function slowestCall(): Promise<number> {
    const times: number[] = [];
    for (const [path, body] of calls) {
      const begun = performance.now();
      expect([path, (await call(path, body && { body })) < 300]).toEqual([path, true]);
      times.push(performance.now() - begun);
    }
    return Math.max(...times);
  }
  await slowestCall();
  const usual = await slowestCall();

  const paths = ['/api/auth/register', '/api/contact-messages', '/api/auth/forgot-password'];
  const slow = Array.from({ length: COUNT }, (_, index) => sendSlowly(paths[index % paths.length] ?? ''));
  const refused: number[] = [];
  await new Promise<void>((resolve) => {
    for (const { status } of slow) {
      void status.then((code) => {
        refused.push(code);
        if (refused.length === COUNT - 32) resolve();
      });
    }
  });
  expect(new Set(refused)).toEqual(new Set([429]));

  for (let round = 0; round < 5; round += 1) expect(await slowestCall()).toBeLessThan(usual + 1000);

  const statuses = await Promise.all(slow.map(({ status }) => status));
  expect(statuses.filter((status) => status === 408)).toHaveLength(32);
  const times = await Promise.all(slow.map(({ closedAfter }) => closedAfter));
  expect(Math.min(...times)).toBeGreaterThan(ALLOWED_MS - 1000);
  expect(await call('/api/products', { from: SLOW })).toBe(200);
}, 90_000);
