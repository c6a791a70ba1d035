import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { catalogOperations } from '@fasocolis/contracts/operations/catalog';
import { handle } from '@fasocolis/service-kit/http/operations';
import { createService } from '@fasocolis/service-kit/http/service';
import { TEST_PUBLIC_KEYS } from '@fasocolis/service-kit/testing/harness';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { call, emptyRedis, startGateway, startUpstream } from './helpers.ts';

const timeouts = { requestMs: 1000, uploadMs: 3000 };

/** Opens a connection and sends only `start`. */
function send(url: string, start: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(start);
  return socket;
}

const slowBody = (path: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nContent-Type: application/json\r\n${headers}\r\n{`;

/** The response until the connection was closed, and the milliseconds until then. */
async function untilClosed(socket: Socket) {
  const start = performance.now();
  const response = await text(socket);
  return { response, ms: performance.now() - start };
}

const TIMEOUT_BODY = /"message":"La requête n'est pas arrivée à temps\.[^"]*","code":"timeout"/;

describe('a request that arrives slowly', () => {
  it('is refused with 408 in French and closed when its body is not complete in time [SEC-003]', async () => {
    const gateway = await startGateway({}, { timeouts });
    const { response, ms } = await untilClosed(send(gateway.url, slowBody('/api/orders')));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toMatch(TIMEOUT_BODY);
    expect(ms).toBeGreaterThan(900);
    expect(ms).toBeLessThan(timeouts.uploadMs);
    expect(gateway.logged()).toContainEqual(expect.objectContaining({ url: '/api/orders', status: 408 }));
  });

  it('is refused with 408 when its headers are not complete in time [SEC-003]', async () => {
    const gateway = await startGateway({}, { timeouts });
    const { response, ms } = await untilClosed(send(gateway.url, 'GET /api/orders/5 HTTP/1.1\r\nHost: localhost\r\nA'));
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toMatch(TIMEOUT_BODY);
    expect(ms).toBeLessThan(timeouts.uploadMs);
  });

  it('has more time on a route that accepts images, however small [SEC-003]', async () => {
    const upstream = await startUpstream((incoming) => void incoming.resume());
    const gateway = await startGateway({ CATALOG_URL: upstream.url, ORDERS_URL: upstream.url }, { timeouts });
    const sent = ['/api/products', '/api/claims'].map((path) => untilClosed(send(gateway.url, slowBody(path))));
    for (const { response, ms } of await Promise.all(sent)) {
      expect(response).toMatch(/^HTTP\/1\.1 408 /);
      expect(ms).toBeGreaterThan(timeouts.uploadMs - 100);
    }
  });

  it('is closed without a 408 when the response was sent before the timeout [SEC-003]', async () => {
    const gateway = await startGateway({}, { timeouts });
    const { response, ms } = await untilClosed(send(gateway.url, slowBody('/api/xyz')));
    expect(response).toMatch(/^HTTP\/1\.1 404 /);
    expect(response).not.toContain('HTTP/1.1 408');
    expect(ms).toBeLessThan(timeouts.uploadMs);
  });

  it('may wait for its response for longer than it may take to arrive', async () => {
    const upstream = await startUpstream((_incoming, response) => void setTimeout(() => response.end('late'), 2500));
    const gateway = await startGateway({ ORDERS_URL: upstream.url }, { timeouts });
    expect((await gateway.call('/api/orders', { method: 'POST', body: '{}' })).text).toBe('late');
  });
});

it('a connection without a request is closed without a response', async () => {
  const gateway = await startGateway({}, { timeouts });
  expect((await untilClosed(send(gateway.url, ''))).response).toBe('');
});

it('a WebSocket stays open for longer than a request may take to arrive', async () => {
  const upstream = await startUpstream((_request, response) => response.writeHead(404).end());
  new WebSocketServer({ server: upstream.server }).on('connection', (socket) => {
    socket.on('message', (data) => socket.send(data));
  });
  const gateway = await startGateway({ NOTIFY_URL: upstream.url }, { timeouts });
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { origin: gateway.url });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  await untilClosed(send(gateway.url, slowBody('/api/orders')));
  await untilClosed(send(gateway.url, slowBody('/api/orders')));
  socket.send('still there');
  expect(String((await once(socket, 'message'))[0])).toBe('still there');
});

describe('a service', () => {
  it('receives no request before the body has arrived, so that slow bodies occupy no connection [SEC-003]', async () => {
    const upstream = await startUpstream((_incoming, response) => response.end('{}'));
    const gateway = await startGateway({ ORDERS_URL: upstream.url }, { timeouts });
    const connected = vi.fn<() => void>();
    upstream.server.on('connection', connected);
    const slow = Array.from({ length: 300 }, () => untilClosed(send(gateway.url, slowBody('/api/orders'))));
    expect((await gateway.call('/api/orders', { method: 'POST', body: '{}' })).status).toBe(200);
    const responses = await Promise.all(slow);
    expect(responses.filter(({ response }) => response.startsWith('HTTP/1.1 408 '))).toHaveLength(300);
    expect(connected).toHaveBeenCalledTimes(1);
  });

  it('that refuses an upload unread has its connection closed while the body still arrives [SEC-003]', async () => {
    const service = await createService({ name: 'catalog', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS });
    handle(service, catalogOperations.createProduct, (_request, reply) => reply.send({}));
    handle(service, catalogOperations.listProducts, () => []);
    onTestFinished(() => service.close());
    const gateway = await startGateway({ CATALOG_URL: await service.listen({ host: '127.0.0.1', port: 0 }) });
    const slow = Array.from({ length: 150 }, () => send(gateway.url, slowBody('/api/products')));
    const responses = await Promise.all(slow.map(async (socket) => String((await once(socket, 'data'))[0])));
    expect(responses.filter((response) => response.startsWith('HTTP/1.1 401 '))).toHaveLength(150);
    await vi.waitFor(async () => {
      const connections = new Promise((resolve) => service.server.getConnections((_error, count) => resolve(count)));
      expect(await connections).toBeLessThan(5);
    }, 5000);
    expect((await gateway.call('/api/products')).status).toBe(200);
  });
});

describe('unfinished bodies', () => {
  const LIMIT = 32;

  async function startLimited() {
    await emptyRedis();
    const gateway = await startGateway({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' }, { timeouts });
    const hold = (address: string) => send(gateway.url, slowBody('/api/orders', `X-Forwarded-For: ${address}\r\n`));
    const statusOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).slice(9, 12);
    const post = async (address: string) =>
      (await call(gateway.url, '/api/orders', { method: 'POST', body: '{}', headers: { 'x-forwarded-for': address } }))
        .status;
    return { hold, statusOf, post };
  }

  it('of one address are limited to 32: the next one gets 429, another address is served [SEC-003]', async () => {
    const { hold, statusOf, post } = await startLimited();
    const held = Array.from({ length: LIMIT }, () => hold('9.9.9.9'));
    const statuses = held.map(statusOf);
    await vi.waitFor(async () => expect(await statusOf(hold('9.9.9.9'))).toBe('429'));
    expect(await post('8.8.8.8')).toBe(200);
    expect(new Set(await Promise.all(statuses))).toEqual(new Set(['408']));
    expect(await post('9.9.9.9')).toBe(200);
  });

  it('are counted by the /64 of an IPv6 address [SEC-003] [SEC-009]', async () => {
    const { hold, statusOf } = await startLimited();
    for (let n = 0; n < LIMIT; n += 1) hold(`2001:db8:1:2:${n}::1`);
    await vi.waitFor(async () => expect(await statusOf(hold('2001:db8:1:2:ffff::1'))).toBe('429'));
    expect(await statusOf(hold('2001:db8:1:3::1'))).toBe('408');
  });

  it('do not include bodies that arrive with their headers', async () => {
    const { post } = await startLimited();
    const statuses = await Promise.all(Array.from({ length: 100 }, () => post('7.7.7.7')));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
