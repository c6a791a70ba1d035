import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { SERVICES } from '@fasocolis/contracts/services';
import { describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '../src/upstreams.ts';
import { echo, type Seen, startGateway, startUpstream } from './helpers.ts';

async function startAll() {
  const urls: Record<string, string> = {};
  for (const name of SERVICES) urls[`${name.toUpperCase()}_URL`] = (await startUpstream(echo(name))).url;
  return startGateway(urls);
}

/** A path of an operation, with a value for each parameter. */
const pathOf = ({ operation }: Route) => operation.path.replaceAll(/:\w+/g, '5');

describe('the routing table', () => {
  it('forwards each operation that is not internal to its service, unchanged, with its method', async () => {
    const gateway = await startAll();
    for (const route of ROUTES) {
      const { method } = route.operation;
      for (const url of [pathOf(route), `${pathOf(route)}?x=1`]) {
        const seen = (await gateway.call(url, { method })).json<Seen>();
        expect(seen).toMatchObject({ service: route.service, url, method });
      }
    }
  });

  it('forwards HEAD where the operation declares no exception', async () => {
    const gateway = await startAll();
    expect((await gateway.call('/api/orders/5', { method: 'HEAD' })).status).toBe(200);
    expect((await gateway.call('/api/email/verify', { method: 'HEAD' })).status).toBe(404);
  });

  it('responds with 503 JSON on the paths of services without a URL, and on no others [D-73]', async () => {
    const gateway = await startGateway();
    for (const route of ROUTES) {
      const isThere = route.service === 'auth' || route.service === 'orders';
      const { method } = route.operation;
      const reply = await gateway.call(pathOf(route), { method, ...(method !== 'GET' && { body: '{}' }) });
      expect([method, route.operation.path, reply.status]).toEqual([method, route.operation.path, isThere ? 200 : 503]);
    }
    const { json } = await gateway.call('/api/products');
    expect(json()).toMatchObject({ message: 'Service temporairement indisponible', code: 'unavailable' });
  });

  it('responds with 404 JSON to unknown paths and methods under /api, never with a page [API-059] [D-63]', async () => {
    const gateway = await startAll();
    for (const path of ['/api', '/api/', '/api/xyz', '/api/orders/5/x', '/api/ordersx', '/api/user-list']) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const reply = await gateway.call(path, { method, headers: { accept: 'text/html' } });
        expect(reply.status).toBe(404);
        expect(reply.headers['content-type']).toContain('application/json');
        expect(reply.json()).toMatchObject({ message: 'Ressource non trouvée', code: 'not-found' });
      }
    }
    for (const method of ['TRACE', 'PUT', 'OPTIONS']) {
      expect((await gateway.call('/api/orders/5', { method })).status).toBe(404);
    }
  });

  it('responds with 404 to unknown paths whatever the body [SEC-013]', async () => {
    const gateway = await startAll();
    const bodies = [
      { body: '{}', headers: { 'content-type': 'application/json' } },
      { body: 'x', headers: { 'content-type': 'no type' } },
      { body: 'x'.repeat(2_000_000), headers: {} },
      { body: 'x'.repeat(2_000_000), headers: { 'transfer-encoding': 'chunked' }, chunked: true },
    ];
    for (const path of ['/api', '/api/xyz', '/xyz', '/health/xyz', '/admin/xyz']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const body of bodies) {
          const reply = await gateway.call(path, { method, ...body });
          expect([path, method, reply.status]).toEqual([path, method, 404]);
          expect(reply.json()).toMatchObject({ code: 'not-found' });
        }
      }
    }
  });

  it('exposes no internal route of services', async () => {
    const gateway = await startAll();
    const hidden = ['/internal/users/1', '/metrics', '/openapi.json', '/health/other', '/api/internal/users/1'];
    const escapes = ['/api/orders/../../metrics', '/api/orders/..%2f..%2fmetrics', '/api/orders/%2e%2e/%2e%2e/metrics'];
    const twists = ['/api/orders/..\\..\\metrics', '/api/orders/./../metrics', '/api/orders/.', '/api/orders/%2E/x'];
    for (const path of [...hidden, ...escapes, ...twists]) {
      const reply = await gateway.call(path);
      expect([400, 404]).toContain(reply.status);
      expect(reply.text).not.toContain('"service"');
    }
  });
});

describe('a reference in the path', () => {
  it('reaches the service byte for byte [D-28]', async () => {
    const gateway = await startAll();
    const references = [
      'AB%2FCD',
      'user',
      'saved%2Fcheck%2F5',
      '%20',
      'fc-2a%2E3',
      '%46C',
      'A%3Fb%23c',
      'a%5Cb',
      "l'%c3%a9t%C3%A9",
    ];
    const long = [encodeURIComponent('📦'.repeat(5000)), 'X'.repeat(5000), '%2F'.repeat(5000)];
    for (const reference of [...references, ...long]) {
      const path = `/api/orders/${reference}`;
      const reply = await gateway.call(path);
      expect(reply.status).toBe(200);
      expect(reply.json<Seen>().url).toBe(path);
    }
  });

  it('keeps its query byte for byte', async () => {
    const gateway = await startAll();
    const path = '/api/orders?filter=%7B%22q%22%3A%22a%26b%22%7D&range=[0,24]&x=1?y=2&x=%zz&+';
    expect((await gateway.call(path)).json<Seen>().url).toBe(path);
  });

  it('leads to 400 JSON when it is malformed, never to 500 [D-19]', async () => {
    const gateway = await startAll();
    for (const reference of ['%zz', '%', '%E0%A4%A', '%C3%28']) {
      const reply = await gateway.call(`/api/orders/${reference}`);
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({ message: 'Requête invalide', code: 'bad-request' });
    }
  });

  it('leads to 431 JSON when the request line is too long, and the next request succeeds', async () => {
    const gateway = await startAll();
    const reply = await sendRaw(gateway.url, `GET /api/orders/${'9'.repeat(300_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(reply).toContain('"message":"Les en-têtes de la requête sont trop volumineux.","code":"headers-too-large"');
    expect((await gateway.call('/api/orders/5')).status).toBe(200);
  });

  it('leads to 431 JSON with headers of more than 16 kB, and the next request succeeds [SEC-002]', async () => {
    const gateway = await startAll();
    for (const path of ['/api/orders/5', '/', '/health/live']) {
      const reply = await gateway.call(path, { headers: { 'user-agent': 'x'.repeat(100_000) } });
      expect(reply.status).toBe(431);
      expect(reply.json()).toMatchObject({
        message: 'Les en-têtes de la requête sont trop volumineux.',
        code: 'headers-too-large',
      });
    }
    expect((await gateway.call('/api/orders/5', { headers: { 'user-agent': 'x'.repeat(15_000) } })).status).toBe(200);
  });

  it('leads to a page with a search for a long message in any script', async () => {
    const gateway = await startAll();
    const reply = await gateway.call(`/?tracking=${encodeURIComponent('包'.repeat(4096))}`);
    expect(reply.headers['content-type']).toMatch('text/html');
  });

  it('leads to 400 JSON when the request is not HTTP', async () => {
    const gateway = await startAll();
    expect(await sendRaw(gateway.url, 'bonjour\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"Requête invalide"/s);
  });
});

describe('a forwarded response', () => {
  it('has the status, body and headers of the service, but not the headers of its connection', async () => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(302, {
        location: '/api/orders/x',
        etag: '"7"',
        'content-range': 'orders 0-1/2',
        'x-total': 'é',
      });
      response.end('moved');
    });
    const gateway = await startGateway({ ORDERS_URL: upstream.url });
    const reply = await gateway.call('/api/order-statuses');
    expect(reply).toMatchObject({ status: 302, text: 'moved' });
    expect(reply.headers).toMatchObject({ location: '/api/orders/x', etag: '"7"', 'content-range': 'orders 0-1/2' });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('is logged once, without the query, which may contain secrets', async () => {
    const gateway = await startGateway();
    const reply = await gateway.call('/api/email/verify?token=secret');
    await gateway.call('/somewhere');
    const encoded = await gateway.call('/%61pi/whatsapp-number');
    const lines = gateway.logged().filter(({ msg }) => msg === 'request answered');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        method: 'GET',
        url: '/api/email/verify',
        status: 200,
        ms: expect.any(Number),
        requestId: reply.headers['x-request-id'],
        userId: null,
      }),
      expect.objectContaining({ url: '/%61pi/whatsapp-number', requestId: encoded.headers['x-request-id'] }),
    ]);
    expect(JSON.stringify(gateway.logged())).not.toContain('secret');
  });
});

function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(request);
  return text(socket);
}
