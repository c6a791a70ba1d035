import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type CallOptions, call, startGateway, startUpstream } from './helpers.ts';

const PUBLIC_URL = 'https://colis.example';
const REFUSED = { message: 'Accès refusé', code: 'forbidden' };

async function startSite() {
  const gateway = await startGateway({ PUBLIC_URL });
  const send = (headers: Record<string, string>, options: CallOptions & { path?: string } = {}) =>
    gateway.call(options.path ?? '/api/orders', { method: 'POST', body: '{}', ...options, headers });
  return { gateway, send };
}

describe('an unsafe request [D-83]', () => {
  it('from the site itself is accepted', async () => {
    const { send } = await startSite();
    expect((await send({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('from the host name under which the site was opened is accepted', async () => {
    const { gateway, send } = await startSite();
    expect((await send({ origin: gateway.url })).status).toBe(200);
    expect((await send({ host: 'localhost:8080', origin: 'http://localhost:8080' })).status).toBe(200);
  });

  it('from any other origin is refused with 403 in French, for each unsafe method [ROLE-017]', async () => {
    const { gateway, send } = await startSite();
    const port = new URL(gateway.url).port;
    const foreign = [
      'https://evil.example',
      'null',
      `https://127.0.0.1:${port}`,
      'http://127.0.0.1:1',
      'http://colis.example',
    ];
    for (const origin of foreign) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await send({ origin }, { method });
        expect(response.status).toBe(403);
        expect(response.json()).toMatchObject(REFUSED);
      }
    }
  });

  it('that the browser marks as cross-site is refused with 403 even without an Origin', async () => {
    const { send } = await startSite();
    expect((await send({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await send({ 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('from a program, which sends no Origin, is accepted', async () => {
    const { send } = await startSite();
    expect((await send({})).status).toBe(200);
  });

  it('with a proof of its own is exempt: Apple’s callback and the one-click unsubscribe', async () => {
    const { gateway, send } = await startSite();
    const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
    expect((await send(headers, { path: '/api/auth/apple/callback' })).status).toBe(200);
    expect((await send(headers, { path: '/api/auth/apple/callback/x' })).status).toBe(403);
    const unsubscribe = await startGateway({ PUBLIC_URL });
    expect((await call(unsubscribe.url, '/api/email/unsubscribe?token=t', { method: 'POST', headers })).status).toBe(
      200,
    );
    expect((await gateway.call('/api/auth/google/callback', { method: 'POST', headers })).status).toBe(403);
  });
});

describe('a Host header', () => {
  it('of another host is refused with 421, for every path but health checks [SEC-013]', async () => {
    const { gateway } = await startSite();
    for (const host of ['evil.example', 'colis.example.evil.example', '10.0.0.7:3000', 'localhost.evil.example']) {
      for (const path of ['/api/orders/5', '/api/xyz', '/', '/admin', '/xyz', '/ws']) {
        const response = await gateway.call(path, { headers: { host } });
        expect([host, path, response.status]).toEqual([host, path, 421]);
        expect(response.json()).toMatchObject({
          message: "Cette adresse n'est pas celle du site.",
          code: 'misdirected',
        });
      }
      for (const path of ['/health/live', '/health/ready', '/health/started']) {
        expect((await gateway.call(path, { headers: { host } })).status).toBe(200);
      }
    }
  });

  it('of PUBLIC_URL or of this machine is accepted, with any port [SEC-013]', async () => {
    const { gateway } = await startSite();
    const names = ['colis.example', 'COLIS.example', 'localhost', '127.0.0.1', '[::1]'];
    for (const host of names.flatMap((name) => [name, `${name}:8443`])) {
      expect([host, (await gateway.call('/api/orders/5', { headers: { host } })).status]).toEqual([host, 200]);
    }
  });

  it('is taken from X-Forwarded-Host behind a trusted proxy [SEC-013]', async () => {
    const gateway = await startGateway({ PUBLIC_URL, TRUST_PROXY: 'loopback' });
    const statusOf = async (forwarded: string) =>
      (await gateway.call('/api/orders/5', { headers: { host: 'gateway:3000', 'x-forwarded-host': forwarded } }))
        .status;
    expect([await statusOf('colis.example'), await statusOf('evil.example')]).toEqual([200, 421]);
  });

  it('of another host is refused for WebSockets [SEC-013]', async () => {
    const notify = await startUpstream((_request, response) => response.end());
    const gateway = await startGateway({ PUBLIC_URL, NOTIFY_URL: notify.url });
    const options = { headers: { host: 'evil.example' }, origin: PUBLIC_URL };
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, options);
    socket.on('error', () => {});
    const [, response] = await once(socket, 'unexpected-response');
    expect(response.statusCode).toBe(421);
  });

  it('may be missing in a health check of HTTP/1.0', async () => {
    const { gateway } = await startSite();
    const { hostname, port } = new URL(gateway.url);
    const responseTo = (path: string) => text(connect(Number(port), hostname).end(`GET ${path} HTTP/1.0\r\n\r\n`));
    expect(await responseTo('/health/live')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await responseTo('/api/orders/5')).toMatch(/^HTTP\/1\.1 421 /);
  });
});

it('a safe request is accepted from any origin', async () => {
  const { send } = await startSite();
  expect((await send({ origin: 'https://evil.example' }, { method: 'GET' })).status).toBe(200);
});
