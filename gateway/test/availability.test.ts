import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { closedPort, echo, type Seen, startGateway, startUpstream } from './helpers.ts';

const DOWN = { message: 'Service temporairement indisponible', code: 'unavailable' };

/** Upstreams with one port on several loopback addresses, like replicas behind one name. */
async function startReplicas(count: number) {
  const first = await startUpstream(echo('127.0.0.2'), { host: '127.0.0.2' });
  const replicas = [first];
  for (let index = 1; index < count; index += 1) {
    const host = `127.0.0.${index + 2}`;
    replicas.push(await startUpstream(echo(host), { host, port: first.port }));
  }
  const addresses = replicas.map((_, index) => `127.0.0.${index + 2}`);
  return { replicas, addresses, port: first.port, url: `http://orders.internal:${first.port}` };
}

describe('an unavailable service', () => {
  it('has its own paths, and no others, respond with 503 JSON [D-73]', async () => {
    const gateway = await startGateway({ ORDERS_URL: `http://127.0.0.1:${await closedPort()}` });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const response = await gateway.call('/api/orders/5', { method });
      expect(response.status).toBe(503);
      expect(response.json()).toEqual({ ...DOWN, requestId: response.headers['x-request-id'] });
    }
    expect((await gateway.call('/api/user')).status).toBe(200);
  });

  it('receives requests again as soon as it is available', async () => {
    const port = await closedPort();
    const gateway = await startGateway({ ORDERS_URL: `http://127.0.0.1:${port}` });
    expect((await gateway.call('/api/orders/5')).status).toBe(503);
    await startUpstream(echo('orders'), { port });
    expect((await gateway.call('/api/orders/5')).status).toBe(200);
  });

  it('causes no status but 503 under load, and recovers', async () => {
    const first = await startUpstream(echo('orders'));
    const gateway = await startGateway({ ORDERS_URL: first.url });
    const statuses = new Set<number>();
    const load = async () => {
      for (let index = 0; index < 100; index += 1) statuses.add((await gateway.call('/api/orders/5')).status);
    };
    const loads = Array.from({ length: 8 }, load);
    await first.stop();
    await Promise.all(loads);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await startUpstream(echo('orders'), { port: first.port });
    expect((await gateway.call('/api/orders/5')).status).toBe(200);
  });

  it('with an unknown host name leads to 503', async () => {
    const resolve = async () => {
      throw new Error('ENOTFOUND');
    };
    const gateway = await startGateway({ ORDERS_URL: 'http://orders.internal:3000' }, { resolve });
    expect((await gateway.call('/api/orders/5')).status).toBe(503);
  });

  it('that exceeds the timeout leads to 503', async () => {
    const upstream = await startUpstream(() => {});
    const gateway = await startGateway({ ORDERS_URL: upstream.url, UPSTREAM_TIMEOUT_MS: '300' });
    const response = await gateway.call('/api/orders/5');
    expect(response.status).toBe(503);
    expect(response.json()).toMatchObject(DOWN);
  });

  it('that responds with 503 itself receives one request', async () => {
    let requested = 0;
    const upstream = await startUpstream((_request, response) => {
      requested += 1;
      response.writeHead(503, { 'retry-after': '1' }).end('{}');
    });
    const gateway = await startGateway({ ORDERS_URL: upstream.url });
    expect((await gateway.call('/api/orders/5')).status).toBe(503);
    expect(requested).toBe(1);
  });
});

describe('replicas of a service', () => {
  it('receive requests in turn', async () => {
    const { addresses, url } = await startReplicas(3);
    const gateway = await startGateway({ ORDERS_URL: url }, { resolve: async () => addresses });
    const counts = new Map<string, number>();
    for (let index = 0; index < 9; index += 1) {
      const { service } = (await gateway.call('/api/orders/5')).json<Seen>();
      counts.set(service, (counts.get(service) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ '127.0.0.2': 3, '127.0.0.3': 3, '127.0.0.4': 3 });
  });

  it('that refuse connections are skipped, and other replicas receive the requests with their bodies', async () => {
    const { addresses, replicas, url } = await startReplicas(2);
    const gateway = await startGateway({ ORDERS_URL: url, CATALOG_URL: url }, { resolve: async () => addresses });
    await replicas[0]?.stop();
    for (let index = 0; index < 20; index += 1) {
      const path = index % 2 === 0 ? '/api/orders' : '/api/products';
      const response = await gateway.call(path, { method: 'POST', body: 'x'.repeat(100_000) });
      expect(response.status).toBe(200);
      expect(response.json<Seen>()).toMatchObject({ service: '127.0.0.3', bodyBytes: 100_000 });
    }
  });

  it('that break the connection during a response lose no read, and no write is repeated', async () => {
    let requested = 0;
    const broken = await startUpstream(
      (incoming) => {
        requested += 1;
        incoming.socket.destroy();
      },
      { host: '127.0.0.2' },
    );
    await startUpstream(echo('127.0.0.3'), { host: '127.0.0.3', port: broken.port });
    const url = `http://orders.internal:${broken.port}`;
    const gateway = await startGateway({ ORDERS_URL: url }, { resolve: async () => ['127.0.0.2', '127.0.0.3'] });
    for (let index = 0; index < 4; index += 1) expect((await gateway.call('/api/orders/5')).status).toBe(200);
    requested = 0;
    const writes: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      writes.push((await gateway.call('/api/orders', { method: 'POST', body: 'x' })).status);
    }
    expect(writes.toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503]);
    expect(requested).toBe(2);
  });

  /** A replica that announces its shutdown with each response; `requested` counts its requests. */
  async function startLeaving() {
    let requested = 0;
    const respond = (_request: unknown, response: ServerResponse) => {
      requested += 1;
      response.writeHead(200, { connection: 'close' }).end('{}');
    };
    const { port } = await startUpstream(respond, { host: '127.0.0.2' });
    return { requested: () => requested, port };
  }

  it('that announce their shutdown receive no further request', async () => {
    const { requested, port } = await startLeaving();
    await startUpstream(echo('127.0.0.3'), { host: '127.0.0.3', port });
    const url = `http://orders.internal:${port}`;
    const gateway = await startGateway({ ORDERS_URL: url }, { resolve: async () => ['127.0.0.2', '127.0.0.3'] });
    for (let index = 0; index < 10; index += 1) expect((await gateway.call('/api/orders/5')).status).toBe(200);
    expect(requested()).toBe(1);
  });

  it('that announce their shutdown receive no further request although the other replica was ejected', async () => {
    const { requested, port } = await startLeaving();
    const url = `http://orders.internal:${port}`;
    const gateway = await startGateway({ ORDERS_URL: url }, { resolve: async () => ['127.0.0.2', '127.0.0.3'] });
    for (let index = 0; index < 2; index += 1) expect((await gateway.call('/api/orders/5')).status).toBe(200);
    expect(requested()).toBe(2);
    await startUpstream(echo('127.0.0.3'), { host: '127.0.0.3', port });
    for (let index = 0; index < 4; index += 1) expect((await gateway.call('/api/orders/5')).status).toBe(200);
    expect(requested()).toBe(2);
  });

  it('stay in use after an error response that closes the connection', async () => {
    let requested = 0;
    const refuse: Parameters<typeof startUpstream>[0] = (_request, response) => {
      requested += 1;
      response.writeHead(413, { connection: 'close' }).end('{}');
    };
    const first = await startUpstream(refuse, { host: '127.0.0.2' });
    await startUpstream(echo('127.0.0.3'), { host: '127.0.0.3', port: first.port });
    const url = `http://orders.internal:${first.port}`;
    const gateway = await startGateway({ ORDERS_URL: url }, { resolve: async () => ['127.0.0.2', '127.0.0.3'] });
    for (let index = 0; index < 4; index += 1) await gateway.call('/api/orders', { method: 'POST', body: 'x' });
    expect(requested).toBe(2);
  });

  it('keep no idle connection to the gateway for longer than 4 seconds', async () => {
    const { server, url } = await startUpstream(echo('orders'));
    const gateway = await startGateway({ ORDERS_URL: url });
    await gateway.call('/api/orders/5');
    const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    expect(await connections()).toBe(1);
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 3900, interval: 50 });
  });

  it('are discovered, and dropped, within seconds', async () => {
    const { addresses, url } = await startReplicas(2);
    let known = addresses.slice(0, 1);
    const gateway = await startGateway({ ORDERS_URL: url }, { resolve: async () => known });
    const serviceOf = async () => (await gateway.call('/api/orders/5')).json<Seen>().service;
    expect([await serviceOf(), await serviceOf()]).toEqual(['127.0.0.2', '127.0.0.2']);
    known = addresses;
    await vi.waitUntil(async () => (await serviceOf()) === '127.0.0.3', 5000);
    known = addresses.slice(1);
    await vi.waitUntil(async () => (await serviceOf()) === '127.0.0.3' && (await serviceOf()) === '127.0.0.3', 5000);
  });
});

describe('health', () => {
  const withHealth = (isReady: () => boolean) =>
    startUpstream((incoming, response) => {
      response.statusCode = incoming.url === '/health/ready' && isReady() ? 200 : 503;
      response.end('{}');
    });

  it('is ready only while all configured services are, and live regardless', async () => {
    let ready = false;
    const auth = await withHealth(() => true);
    const orders = await withHealth(() => ready);
    const gateway = await startGateway({ AUTH_URL: auth.url, ORDERS_URL: orders.url });
    expect((await gateway.call('/health/live')).status).toBe(200);
    const response = await gateway.call('/health/ready');
    expect(response.status).toBe(503);
    expect(response.json()).toMatchObject(DOWN);
    ready = true;
    await vi.waitUntil(async () => (await gateway.call('/health/ready')).status === 200, 5000);
  });

  it('has started once every service was ready, and stays so when one becomes unavailable', async () => {
    let ready = false;
    const orders = await withHealth(() => ready);
    const gateway = await startGateway({ ORDERS_URL: orders.url });
    const statusOf = async (path: string) => (await gateway.call(path)).status;
    expect(await statusOf('/health/started')).toBe(503);
    ready = true;
    await vi.waitUntil(async () => (await statusOf('/health/started')) === 200, 5000);
    ready = false;
    await vi.waitUntil(async () => (await statusOf('/health/ready')) === 503, 5000);
    expect(await statusOf('/health/started')).toBe(200);
  });

  it('checks the services at most once a second', async () => {
    let requested = 0;
    const service = await withHealth(() => {
      requested += 1;
      return true;
    });
    const gateway = await startGateway({ AUTH_URL: service.url, ORDERS_URL: service.url });
    const responses = await Promise.all(Array.from({ length: 20 }, () => gateway.call('/health/ready')));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(requested).toBe(2);
  });

  it('and metrics are on an internal listener, with requests counted by route', async () => {
    const gateway = await startGateway();
    await gateway.call('/api/orders/ABC');
    const { body } = await gateway.internal.inject('/metrics');
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/orders/:reference",status="200"} 1',
    );
    expect(body).not.toContain('ABC');
    expect((await gateway.internal.inject('/health/live')).statusCode).toBe(200);
  });
});
