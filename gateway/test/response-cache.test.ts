import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CallOptions, openSession, startGateway, startUpstream } from './helpers.ts';

const PARCEL = '/api/orders/FC-1';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const DOWN = { message: 'Service temporairement indisponible', code: 'unavailable' };

type Gateway = Awaited<ReturnType<typeof startGateway>>;

const PUBLIC = { 'cache-control': 'public, no-cache' };

/** An upstream with one parcel, public for anonymous callers. */
async function startOrders() {
  const state = {
    status: 'PROCESSING',
    requests: 0,
    isPublic: true,
    /** Responds in place of the parcel. */
    instead: null as ((request: IncomingMessage, response: ServerResponse) => void) | null,
    lastHeaders: {} as IncomingMessage['headers'],
  };
  const upstream = await startUpstream((request, response) => {
    if (request.url?.startsWith('/health')) return void response.end('{}');
    state.requests += 1;
    state.lastHeaders = request.headers;
    if (state.instead) return state.instead(request, response);
    const isSignedIn = request.headers['x-identity'] !== undefined;
    const cacheControl = isSignedIn || !state.isPublic ? 'no-store' : PUBLIC['cache-control'];
    response.writeHead(200, { ...JSON_TYPE, etag: `W/"${state.status}"`, 'cache-control': cacheControl });
    response.end(JSON.stringify({ id: 1, status: state.status, ...(isSignedIn && { userId: 7 }) }));
  });
  return Object.assign(state, { url: upstream.url, stop: upstream.stop, port: upstream.port });
}

async function startAll(options: Parameters<typeof startGateway>[1] = {}) {
  const orders = await startOrders();
  const gateway = await startGateway({ ORDERS_URL: orders.url }, options);
  return { orders, gateway };
}

type Orders = Awaited<ReturnType<typeof startOrders>>;

function respond(orders: Orders, status: number, headers: Record<string, string>): void {
  orders.instead = (_request, response) => response.writeHead(status, { ...JSON_TYPE, ...headers }).end('{}');
}

const statusOf = async (gateway: Gateway, options: CallOptions = {}) =>
  (await gateway.call(PARCEL, options)).json<{ status: string }>().status;

describe('a public response', () => {
  it('is fetched once for consecutive requests, and equals what the service sent', async () => {
    const { gateway, orders } = await startAll();
    const first = await gateway.call(PARCEL);
    for (let index = 0; index < 10; index += 1) {
      const again = await gateway.call(PARCEL);
      expect([again.status, again.text, again.headers.etag]).toEqual([200, first.text, first.headers.etag]);
      expect(again.headers['cache-control']).toBe('public, no-cache');
    }
    expect(orders.requests).toBeLessThan(5);
  });

  it('shows a change within a second', async () => {
    const { gateway, orders } = await startAll();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await gateway.call(PARCEL);
    orders.status = 'DELIVERED';
    expect(await statusOf(gateway)).toBe('PROCESSING');
    vi.advanceTimersByTime(1000);
    expect(await statusOf(gateway)).toBe('DELIVERED');
  });

  it('is fetched again with Cache-Control: no-cache, also for later requests', async () => {
    const { gateway, orders } = await startAll();
    await gateway.call(PARCEL);
    orders.status = 'DELIVERED';
    expect(await statusOf(gateway, { headers: { 'cache-control': 'no-cache' } })).toBe('DELIVERED');
    expect(await statusOf(gateway)).toBe('DELIVERED');
  });

  it('to a request that began before a refresh does not replace the newer one', async () => {
    const { gateway, orders } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const old = gateway.call(PARCEL);
    await vi.waitUntil(() => waiting.length === 1);
    orders.instead = null;
    orders.status = 'DELIVERED';
    expect(await statusOf(gateway, { headers: { 'cache-control': 'no-cache' } })).toBe('DELIVERED');
    waiting[0]?.writeHead(200, { ...JSON_TYPE, ...PUBLIC }).end('{"status":"PROCESSING"}');
    await old;
    expect(await statusOf(gateway)).toBe('DELIVERED');
  });

  it('is fetched once for a hundred concurrent requests', async () => {
    const { gateway, orders } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const responses = Array.from({ length: 100 }, () => gateway.call(PARCEL));
    await vi.waitUntil(() => waiting.length === 1);
    orders.instead = null;
    waiting[0]?.writeHead(200, { ...JSON_TYPE, ...PUBLIC }).end('{}');
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(orders.requests).toBe(1);
  });

  it('reaches the other waiting clients after the first one has disconnected', async () => {
    const { gateway, orders } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const leaving = new AbortController();
    const first = fetch(gateway.url + PARCEL, { signal: leaving.signal }).catch(() => 'gone');
    await vi.waitUntil(() => waiting.length === 1);
    const others = [gateway.call(PARCEL), gateway.call(PARCEL)];
    leaving.abort();
    expect(await first).toBe('gone');
    waiting[0]?.writeHead(200, { ...JSON_TYPE, ...PUBLIC }).end('{}');
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    expect(orders.requests).toBe(1);
  });

  it('that cannot be fetched fails for all waiting requests', async () => {
    const { gateway, orders } = await startAll();
    const waiting: IncomingMessage[] = [];
    orders.instead = (request) => void waiting.push(request);
    const responses = Array.from({ length: 5 }, () => gateway.call(PARCEL));
    await vi.waitUntil(() => waiting.length === 1);
    await orders.stop();
    for (const reply of await Promise.all(responses)) {
      expect([reply.status, reply.json()]).toEqual([503, { ...DOWN, requestId: reply.headers['x-request-id'] }]);
    }
  });

  it('is 304 for a known ETag, and has no body for HEAD', async () => {
    const { gateway } = await startAll();
    const { headers, text } = await gateway.call(PARCEL);
    const known = { 'if-none-match': `"other", ${headers.etag}` };
    for (const method of ['GET', 'HEAD']) {
      const again = await gateway.call(PARCEL, { method, headers: known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    }
    const head = await gateway.call(PARCEL, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(text.length)]);
    const other = await gateway.call(PARCEL, { headers: { 'if-none-match': '"other"' } });
    expect([other.status, other.text]).toEqual([200, text]);
  });

  it('is fetched without the conditions of the client', async () => {
    const { gateway, orders } = await startAll();
    const known = { 'if-none-match': 'W/"PROCESSING"' };
    expect((await gateway.call(PARCEL, { headers: known })).status).toBe(304);
    expect(orders.lastHeaders).not.toHaveProperty('if-none-match');
    expect((await gateway.call(PARCEL)).status).toBe(200);
  });

  it('is compressed as each client accepts, if it is long', async () => {
    const { gateway, orders } = await startAll();
    const text = JSON.stringify({ text: 'Lampe solaire '.repeat(500) });
    orders.instead = (_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, ...PUBLIC, etag: 'W/"1"' }).end(text);
    for (let turn = 0; turn < 2; turn += 1) {
      const [brotli, gzip, plain] = await Promise.all(
        ['gzip, deflate, br', 'gzip', 'identity'].map((accepted) =>
          gateway.call(PARCEL, { headers: { 'accept-encoding': accepted } }),
        ),
      );
      expect([brotli?.headers['content-encoding'], gzip?.headers['content-encoding']]).toEqual(['br', 'gzip']);
      expect(brotliDecompressSync(brotli?.raw ?? '').toString()).toBe(text);
      expect(gunzipSync(gzip?.raw ?? '').toString()).toBe(text);
      expect([plain?.text, plain?.headers.vary]).toEqual([text, 'accept-encoding']);
    }
    expect(orders.requests).toBe(1);
  });

  it.each([
    ['without the mark', (orders: Orders) => void Object.assign(orders, { isPublic: false })],
    ['that is an error', (orders: Orders) => respond(orders, 404, PUBLIC)],
    ['that sets a cookie', (orders: Orders) => respond(orders, 200, { ...PUBLIC, 'set-cookie': 'a=1' })],
  ])('%s is not cached', async (_what, prepare) => {
    const { gateway, orders } = await startAll();
    prepare(orders);
    for (let index = 0; index < 3; index += 1) await gateway.call(PARCEL);
    expect(orders.requests).toBe(3);
  });

  it('leaves the cache when the cache is full', async () => {
    const { gateway, orders } = await startAll({ cacheBytes: 64 * 1024 });
    orders.instead = (_request, response) => response.writeHead(200, { ...JSON_TYPE, ...PUBLIC }).end('x'.repeat(9000));
    for (let index = 0; index < 10; index += 1) await gateway.call(`/api/orders/FC-${index}`);
    orders.instead = (_request, response) => response.writeHead(503).end('{}');
    expect((await gateway.call('/api/orders/FC-9')).status).toBe(200);
    expect((await gateway.call('/api/orders/FC-0')).status).toBe(503);
  });
});

describe('a signed-in user', () => {
  it('gets a response of their own, which no other caller gets', async () => {
    const { gateway, orders } = await startAll();
    for (const isAdmin of [false, true]) {
      const { cookie } = await openSession({ userId: 7, isAdmin });
      expect((await gateway.call(PARCEL)).json()).not.toHaveProperty('userId');
      expect((await gateway.call(PARCEL, { headers: { cookie } })).json()).toHaveProperty('userId', 7);
      expect((await gateway.call(PARCEL)).json()).not.toHaveProperty('userId');
    }
    expect(orders.requests).toBeGreaterThanOrEqual(3);
  });

  it('sees a change at once', async () => {
    const { gateway, orders } = await startAll();
    const { cookie } = await openSession({ userId: 1, isAdmin: true });
    await gateway.call(PARCEL);
    orders.status = 'DELIVERED';
    expect(await statusOf(gateway, { headers: { cookie } })).toBe('DELIVERED');
  });
});

describe('while a service is unavailable', () => {
  it('the last known response is served with its date, others are 503, and recovery is noticed [D-94]', async () => {
    const { gateway, orders } = await startAll();
    const before = Date.now();
    await gateway.call(PARCEL);
    await orders.stop();
    await vi.waitFor(
      async () => {
        const reply = await gateway.call(PARCEL);
        expect(reply.status).toBe(200);
        expect(reply.headers.age).toMatch(/^\d+$/);
        expect(reply.json()).toMatchObject({ id: 1, status: 'PROCESSING', knownAt: expect.any(String) });
        const knownAt = Date.parse(reply.json<{ knownAt: string }>().knownAt);
        expect(knownAt).toBeGreaterThanOrEqual(before);
        expect(knownAt).toBeLessThan(Date.now());
      },
      { timeout: 5000, interval: 50 },
    );
    const other = await gateway.call('/api/orders/FC-2');
    expect([other.status, other.json().message]).toEqual([503, DOWN.message]);

    const back = await startUpstream(
      (_request, response) => void response.writeHead(200, { ...JSON_TYPE, ...PUBLIC }).end('{"status":"NEW"}'),
      { port: orders.port },
    );
    await vi.waitFor(async () => expect((await gateway.call(PARCEL)).text).toBe('{"status":"NEW"}'), 5000);
    await back.stop();
  });

  it('a response of more than a day ago is served no longer', async () => {
    const { gateway, orders } = await startAll();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    await gateway.call(PARCEL);
    orders.instead = (_request, response) => response.writeHead(503).end('{}');
    vi.advanceTimersByTime(86_399_000);
    expect((await gateway.call(PARCEL)).status).toBe(200);
    vi.advanceTimersByTime(2000);
    expect((await gateway.call(PARCEL)).status).toBe(503);
  });

  it('customers get the last known response, staff the error', async () => {
    const { gateway, orders } = await startAll();
    const customer = await openSession({ userId: 7, isAdmin: false });
    const admin = await openSession({ userId: 1, isAdmin: true });
    const agent = await openSession({ userId: 8, isAdmin: false, isAgent: true });
    await gateway.call(PARCEL);
    orders.instead = (_request, response) => response.writeHead(503).end('{}');
    const forCustomer = await gateway.call(PARCEL, { headers: { cookie: customer.cookie } });
    expect(forCustomer.status).toBe(200);
    expect(forCustomer.json()).toMatchObject({ status: 'PROCESSING', knownAt: expect.any(String) });
    expect(forCustomer.json()).not.toHaveProperty('userId');
    for (const { cookie } of [admin, agent]) {
      expect((await gateway.call(PARCEL, { headers: { cookie } })).status).toBe(503);
    }
    await orders.stop();
    expect((await gateway.call(PARCEL, { headers: { cookie: customer.cookie } })).status).toBe(200);
    expect((await gateway.call(PARCEL, { headers: { cookie: admin.cookie } })).status).toBe(503);
  });

  it('a hanging service delays no request for long', async () => {
    const { gateway, orders } = await startAll();
    await gateway.call(PARCEL);
    orders.instead = () => {};
    await vi.waitFor(async () => expect((await gateway.call(PARCEL)).headers).toHaveProperty('age'), 10_000);
    const began = performance.now();
    for (let index = 0; index < 20; index += 1) expect((await gateway.call(PARCEL)).headers).toHaveProperty('age');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('a list is unchanged, with its age in the header', async () => {
    const { gateway, orders } = await startAll();
    orders.instead = (_request, response) => response.writeHead(200, { ...JSON_TYPE, ...PUBLIC }).end('[1,2]');
    expect((await gateway.call(PARCEL)).headers).not.toHaveProperty('age');
    orders.instead = (_request, response) => response.writeHead(502).end();
    const reply = await gateway.call(PARCEL, { headers: { 'cache-control': 'no-cache' } });
    expect([reply.status, reply.text, reply.headers.age]).toEqual([200, '[1,2]', '0']);
  });
});
