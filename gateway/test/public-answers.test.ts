import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type PublicChanges, SURROGATE_CONTROL, SURROGATE_KEY } from '@fasocolis/service-kit/public-answers';
import { connectRedis } from '@fasocolis/service-kit/redis';
import { channelOf, SIGNALS } from '@fasocolis/service-kit/signals';
import { testRedisUrl } from '@fasocolis/service-kit/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CallOptions, openSession, startGateway, startRedisRelay, startUpstream } from './helpers.ts';

const PARCEL = '/api/orders/FC-1';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const DOWN = { message: 'Service temporairement indisponible', code: 'unavailable' };

type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** A service whose answer for everybody is a parcel with the status it has just then. */
async function startOrders() {
  const state = {
    status: 'PROCESSING',
    /** How many parcels were asked for. */
    asked: 0,
    /** What else it does instead of answering. */
    instead: null as ((request: IncomingMessage, response: ServerResponse) => void) | null,
    keeping: 'max-age=60, stale-if-error=86400' as string | null,
    lastHeaders: {} as IncomingMessage['headers'],
  };
  const upstream = await startUpstream((request, response) => {
    if (request.url?.startsWith('/health')) return void response.end('{}');
    state.asked += 1;
    state.lastHeaders = request.headers;
    if (state.instead) return state.instead(request, response);
    const isSomebody = request.headers['x-identity'] !== undefined;
    const share = state.keeping !== null && !isSomebody;
    response.writeHead(200, {
      ...JSON_TYPE,
      etag: `W/"${state.status}"`,
      'cache-control': isSomebody ? 'no-store' : 'no-cache',
      ...(share && { [SURROGATE_CONTROL]: state.keeping ?? '', [SURROGATE_KEY]: 'order:1 all' }),
    });
    response.end(JSON.stringify({ id: 1, status: state.status, ...(isSomebody && { userId: 7 }) }));
  });
  return Object.assign(state, { url: upstream.url, stop: upstream.stop, port: upstream.port });
}

async function openRedis() {
  const redis = connectRedis(testRedisUrl());
  onTestFinished(() => redis.disconnect());
  await vi.waitUntil(() => redis.status === 'ready');
  return redis;
}

/** Says what a relay says: these have changed, or nothing more to tell. */
async function startRelay() {
  const redis = await openRedis();
  const tell = (keys: string[], isComplete = true) => {
    const changes: PublicChanges = { service: 'orders', keys, isComplete };
    return redis.publish(channelOf(redis, SIGNALS.publicAnswers), JSON.stringify(changes));
  };
  const beat = setInterval(() => void tell([]).catch(() => {}), 100);
  onTestFinished(() => clearInterval(beat));
  return { tell, stop: () => clearInterval(beat) };
}

/** Waits until a gateway hears what relays say. */
const untilListening = async () => {
  const redis = await openRedis();
  await vi.waitFor(
    async () => expect((await redis.pubsub('NUMSUB', channelOf(redis, SIGNALS.publicAnswers)))[1]).not.toBe(0),
    5000,
  );
};

async function startAll(env: Record<string, string> = {}, options: Parameters<typeof startGateway>[1] = {}) {
  const orders = await startOrders();
  const gateway = await startGateway({ ORDERS_URL: orders.url, ...env }, options);
  await untilListening();
  const relay = await startRelay();
  return { orders, gateway, relay };
}

const statusOf = async (gateway: Gateway, options: CallOptions = {}) =>
  (await gateway.call(PARCEL, options)).json<{ status: string }>().status;

/** Asks until an answer comes from memory although more than the time has passed for which silence is believed. */
async function untilRemembered({ gateway, orders }: Awaited<ReturnType<typeof startAll>>) {
  await vi.waitFor(
    async () => {
      await gateway.call(PARCEL);
      const { asked } = orders;
      await new Promise((resolve) => setTimeout(resolve, 800));
      await gateway.call(PARCEL);
      expect(orders.asked).toBe(asked);
    },
    { timeout: 15_000, interval: 0 },
  );
}

describe('an answer for everybody', () => {
  it('is asked for once, and comes from memory as it came from the service', async () => {
    const all = await startAll();
    const { gateway, orders } = all;
    const first = await gateway.call(PARCEL);
    await untilRemembered(all);
    const { asked } = orders;
    for (let index = 0; index < 20; index += 1) {
      const again = await gateway.call(PARCEL);
      expect([again.status, again.text, again.headers.etag]).toEqual([200, first.text, first.headers.etag]);
      expect(again.headers['cache-control']).toBe('no-cache');
    }
    expect(orders.asked).toBe(asked);
  });

  it('keeps to the gateway what is said of it to the gateway', async () => {
    const { gateway } = await startAll();
    for (let index = 0; index < 2; index += 1) {
      const { headers } = await gateway.call(PARCEL);
      expect(Object.keys(headers).filter((name) => name.startsWith('surrogate'))).toEqual([]);
    }
  });

  it('that a hundred ask for at once is asked for once', async () => {
    const { gateway, orders } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const answers = Array.from({ length: 100 }, () => gateway.call(PARCEL));
    await vi.waitUntil(() => waiting.length === 1);
    orders.instead = null;
    waiting[0]?.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60' }).end('{}');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(100).fill(200));
    expect(orders.asked).toBe(1);
  });

  it('comes to all who wait although the first of them has gone', async () => {
    const { gateway, orders } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const leaving = new AbortController();
    const first = fetch(gateway.url + PARCEL, { signal: leaving.signal }).catch(() => 'gone');
    await vi.waitUntil(() => waiting.length === 1);
    const others = [gateway.call(PARCEL), gateway.call(PARCEL)];
    leaving.abort();
    expect(await first).toBe('gone');
    waiting[0]?.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60' }).end('{}');
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    expect(orders.asked).toBe(1);
  });

  it('that nobody can give fails for all who wait for it', async () => {
    const { gateway, orders } = await startAll();
    const waiting: IncomingMessage[] = [];
    orders.instead = (request) => void waiting.push(request);
    const answers = Array.from({ length: 5 }, () => gateway.call(PARCEL));
    await vi.waitUntil(() => waiting.length === 1);
    await orders.stop();
    for (const answer of await Promise.all(answers)) {
      expect([answer.status, answer.json()]).toEqual([503, { ...DOWN, requestId: answer.headers['x-request-id'] }]);
    }
  });

  it('is 304 to those who have it, and without a body to HEAD', async () => {
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

  it('is not what one client has already: a first question with a condition is answered in full to the next', async () => {
    const { gateway, orders } = await startAll();
    const known = { 'if-none-match': 'W/"PROCESSING"' };
    expect((await gateway.call(PARCEL, { headers: known })).status).toBe(304);
    expect(orders.lastHeaders).not.toHaveProperty('if-none-match');
    expect((await gateway.call(PARCEL)).status).toBe(200);
  });

  it('that is long is compressed as each client takes it', async () => {
    const { gateway, orders } = await startAll();
    const text = JSON.stringify({ text: 'Lampe solaire '.repeat(500) });
    orders.instead = (_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60', etag: 'W/"1"' }).end(text);
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
    expect(orders.asked).toBe(1);
  });

  it('is never one that is not marked as such, nor an error', async () => {
    const { gateway, orders } = await startAll();
    orders.keeping = null;
    for (let index = 0; index < 3; index += 1) await gateway.call(PARCEL);
    expect(orders.asked).toBe(3);
    orders.instead = (_request, response) =>
      response.writeHead(404, { [SURROGATE_CONTROL]: 'max-age=60' }).end('{"code":"not-found"}');
    for (let index = 0; index < 3; index += 1) expect((await gateway.call(PARCEL)).status).toBe(404);
    expect(orders.asked).toBe(6);
    orders.instead = (_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60', 'set-cookie': 'a=1' }).end('{}');
    for (let index = 0; index < 3; index += 1) await gateway.call(PARCEL);
    expect(orders.asked).toBe(9);
  });

  it('that turns out to be for one alone is given to none of those who waited', async () => {
    const { gateway, orders } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const answers = Array.from({ length: 3 }, () => gateway.call(PARCEL));
    await vi.waitUntil(() => waiting.length === 1);
    waiting.shift()?.end('"0"');
    await vi.waitUntil(() => waiting.length === 2);
    for (const [index, response] of waiting.entries()) response.end(`"${index + 1}"`);
    expect((await Promise.all(answers)).map(({ text }) => text).toSorted()).toEqual(['"0"', '"1"', '"2"']);
  });

  it('is not remembered under parameters that the API does not know', async () => {
    const { gateway, orders } = await startAll();
    for (let index = 0; index < 10; index += 1) await gateway.call(`${PARCEL}?x=${index}`);
    for (let index = 0; index < 10; index += 1) await gateway.call(`${PARCEL}?sort=${index}`);
    expect(orders.asked).toBe(20);
    const metrics = (await gateway.internal.inject('/metrics')).body;
    expect(metrics).toMatch(/^public_answers_entries 0$/m);
  });

  it('takes no more memory than it may', async () => {
    const { gateway, orders } = await startAll({}, { memoryBytes: 64 * 1024 });
    orders.instead = (_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60' }).end('x'.repeat(2000));
    for (let index = 0; index < 100; index += 1) await gateway.call(`/api/orders/FC-${index}`);
    const metrics = (await gateway.internal.inject('/metrics')).body;
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    expect(value('public_answers_bytes')).toBeLessThanOrEqual(64 * 1024);
    expect(value('public_answers_entries')).toBeGreaterThan(10);
    expect(value('public_answers_entries')).toBeLessThan(40);
    expect(metrics).toMatch(/^public_answers_total\{result="miss"\} 100$/m);
  });
});

describe('somebody who is signed in', () => {
  it('gets an answer of their own, and nobody else gets it', async () => {
    const { gateway, orders } = await startAll();
    for (const isAdmin of [false, true]) {
      const { cookie } = await openSession({ userId: 7, isAdmin });
      expect((await gateway.call(PARCEL)).json()).not.toHaveProperty('userId');
      expect((await gateway.call(PARCEL, { headers: { cookie } })).json()).toHaveProperty('userId', 7);
      expect((await gateway.call(PARCEL)).json()).not.toHaveProperty('userId');
    }
    expect(orders.asked).toBeGreaterThanOrEqual(3);
  });

  it('and changes something sees it at once, as does everybody who asks the same gateway', async () => {
    const { gateway, orders } = await startAll();
    const { cookie } = await openSession({ userId: 1, isAdmin: true });
    expect(await statusOf(gateway)).toBe('PROCESSING');
    orders.status = 'DELIVERED';
    expect(await statusOf(gateway, { headers: { cookie } })).toBe('DELIVERED');
    orders.instead = (_request, response) => response.writeHead(200, { [SURROGATE_KEY]: 'order:1' }).end('{}');
    const changed = await gateway.call('/api/orders/1', { method: 'PATCH', headers: { cookie } });
    expect(changed.headers).not.toHaveProperty(SURROGATE_KEY);
    orders.instead = null;
    expect(await statusOf(gateway)).toBe('DELIVERED');
  });
});

describe('a change', () => {
  it('is seen by everybody within a second of being told', async () => {
    const all = await startAll();
    const { gateway, orders, relay } = all;
    await untilRemembered(all);
    orders.status = 'DELIVERED';
    expect(await statusOf(gateway)).toBe('PROCESSING');
    await relay.tell(['order:1']);
    await vi.waitFor(async () => expect(await statusOf(gateway)).toBe('DELIVERED'), { timeout: 1000, interval: 10 });
  });

  it('that comes while an answer is under way keeps that answer out of memory', async () => {
    const { gateway, orders, relay } = await startAll();
    const waiting: ServerResponse[] = [];
    orders.instead = (_request, response) => void waiting.push(response);
    const old = gateway.call(PARCEL);
    await vi.waitUntil(() => waiting.length === 1);
    orders.status = 'DELIVERED';
    orders.instead = null;
    await relay.tell(['order:1']);
    // Who asks after the change is no longer told what was found out before it.
    await vi.waitFor(async () => expect(await statusOf(gateway)).toBe('DELIVERED'), 1000);
    waiting[0]
      ?.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60', [SURROGATE_KEY]: 'order:1' })
      .end('{"status":"PROCESSING"}');
    await old;
    expect(await statusOf(gateway)).toBe('DELIVERED');
  });

  it('that nobody tells of is seen within a second while no relay speaks, and when it has not caught up', async () => {
    const all = await startAll();
    const { gateway, orders, relay } = all;
    await untilRemembered(all);
    relay.stop();
    orders.status = 'DELIVERED';
    await vi.waitFor(async () => expect(await statusOf(gateway)).toBe('DELIVERED'), { timeout: 1000, interval: 10 });
    const busy = setInterval(() => void relay.tell(['order:2'], false).catch(() => {}), 50);
    onTestFinished(() => clearInterval(busy));
    orders.status = 'CUSTOMS';
    await vi.waitFor(async () => expect(await statusOf(gateway)).toBe('CUSTOMS'), { timeout: 1000, interval: 10 });
  });

  it('is seen within a second while Redis is away, and nothing missed meanwhile is believed when it is back', async () => {
    const redis = await startRedisRelay();
    const all = await startAll({ REDIS_URL: redis.url });
    const { gateway, orders } = all;
    await untilRemembered(all);
    redis.cut();
    orders.status = 'DELIVERED';
    await vi.waitFor(async () => expect(await statusOf(gateway)).toBe('DELIVERED'), { timeout: 1000, interval: 10 });
    // Told while nobody could hear it; what is said afterwards must not make the old answer true again.
    await redis.restore();
    await untilRemembered(all);
    expect(await statusOf(gateway)).toBe('DELIVERED');
  });
});

describe('while a service is away', () => {
  it('what was last known stands in with its date, the rest is 503, and its return is noticed', async () => {
    const all = await startAll();
    const { gateway, orders } = all;
    const before = Date.now();
    await untilRemembered(all);
    await orders.stop();
    await vi.waitFor(
      async () => {
        const answer = await gateway.call(PARCEL);
        expect(answer.status).toBe(200);
        expect(answer.headers.age).toMatch(/^\d+$/);
        expect(answer.json()).toMatchObject({ id: 1, status: 'PROCESSING', knownAt: expect.any(String) });
        const knownAt = Date.parse(answer.json<{ knownAt: string }>().knownAt);
        expect(knownAt).toBeGreaterThanOrEqual(before);
        expect(knownAt).toBeLessThan(Date.now());
      },
      { timeout: 5000, interval: 50 },
    );
    const other = await gateway.call('/api/orders/FC-2');
    expect([other.status, other.json().message]).toEqual([503, DOWN.message]);

    const back = await startUpstream(
      (_request, response) =>
        void response.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=60' }).end('{"status":"NEW"}'),
      { port: orders.port },
    );
    await vi.waitFor(async () => expect((await gateway.call(PARCEL)).text).toBe('{"status":"NEW"}'), 5000);
    await back.stop();
  });

  it('customers get what everybody may know, and the administrator the truth', async () => {
    const all = await startAll();
    const { gateway, orders } = all;
    const customer = await openSession({ userId: 7, isAdmin: false });
    const admin = await openSession({ userId: 1, isAdmin: true });
    await gateway.call(PARCEL);
    orders.instead = (_request, response) => response.writeHead(503).end('{}');
    const forCustomer = await gateway.call(PARCEL, { headers: { cookie: customer.cookie } });
    expect(forCustomer.status).toBe(200);
    expect(forCustomer.json()).toMatchObject({ status: 'PROCESSING', knownAt: expect.any(String) });
    expect(forCustomer.json()).not.toHaveProperty('userId');
    expect((await gateway.call(PARCEL, { headers: { cookie: admin.cookie } })).status).toBe(503);
    await orders.stop();
    expect((await gateway.call(PARCEL, { headers: { cookie: customer.cookie } })).status).toBe(200);
    expect((await gateway.call(PARCEL, { headers: { cookie: admin.cookie } })).status).toBe(503);
  });

  it('because it hangs, nobody waits for it as long as it would take', async () => {
    const all = await startAll();
    const { gateway, orders } = all;
    await gateway.call(PARCEL);
    all.relay.stop();
    orders.instead = () => {};
    await vi.waitFor(async () => expect((await gateway.call(PARCEL)).headers).toHaveProperty('age'), 10_000);
    const began = performance.now();
    for (let index = 0; index < 20; index += 1) expect((await gateway.call(PARCEL)).headers).toHaveProperty('age');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('a list is as it was, with its age in the header', async () => {
    const { gateway, orders } = await startAll();
    orders.instead = (_request, response) =>
      response.writeHead(200, { ...JSON_TYPE, [SURROGATE_CONTROL]: 'max-age=0, stale-if-error=60' }).end('[1,2]');
    expect((await gateway.call(PARCEL)).headers).not.toHaveProperty('age');
    orders.instead = (_request, response) => response.writeHead(502).end();
    const answer = await gateway.call(PARCEL);
    expect([answer.status, answer.text, answer.headers.age]).toEqual([200, '[1,2]', '0']);
  });

  it('what is too old, or is known to have changed, does not stand in', async () => {
    const { gateway, orders, relay } = await startAll();
    orders.keeping = 'max-age=0, stale-if-error=0';
    await gateway.call(PARCEL);
    orders.instead = (_request, response) => response.writeHead(503).end('{}');
    expect((await gateway.call(PARCEL)).status).toBe(503);
    orders.instead = null;
    orders.keeping = 'max-age=60, stale-if-error=60';
    await gateway.call(PARCEL);
    orders.instead = (_request, response) => response.writeHead(503).end('{}');
    await relay.tell(['order:1']);
    await vi.waitFor(async () => expect((await gateway.call(PARCEL)).status).toBe(503), 2000);
  });
});
