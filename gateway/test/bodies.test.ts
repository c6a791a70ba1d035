import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { closedPort, echo, type Seen, startGateway, startUpstream } from './helpers.ts';

const MIB = 1024 * 1024;
const bytes = (count: number) => Buffer.alloc(count, 'x');

async function startWithAll() {
  const env: Record<string, string> = {};
  for (const name of ['catalog', 'notify', 'content'])
    env[`${name.toUpperCase()}_URL`] = (await startUpstream(echo(name))).url;
  return startGateway(env);
}

describe('a request body', () => {
  it('reaches the service whole up to the limit of its path, and is refused with 413 in French beyond it [D-38]', async () => {
    const gateway = await startWithAll();
    const limits = [
      ['POST', '/api/products', 30],
      ['PATCH', '/api/products/5', 30],
      ['POST', '/api/popup-notifications', 5],
      ['PATCH', '/api/static-pages/about', 5],
      ['POST', '/api/orders', 1],
      ['POST', '/api/auth/login', 1],
      ['POST', '/api/contact-messages', 1],
    ] as const;
    for (const [method, path, mib] of limits) {
      for (const chunked of [false, true]) {
        const fits = await gateway.call(path, { method, body: bytes(mib * MIB), chunked });
        expect(fits.status).toBe(200);
        expect(fits.json<Seen>().bodyBytes).toBe(mib * MIB);
        const tooLarge = await gateway.call(path, { method, body: bytes(mib * MIB + 1), chunked });
        expect(tooLarge.status).toBe(413);
        expect(tooLarge.json()).toMatchObject({ message: 'Contenu trop volumineux', code: 'too-large' });
      }
    }
  }, 60_000);

  it('is forwarded unparsed, with its type and bytes unchanged', async () => {
    const gateway = await startGateway();
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain; charset=latin1', 'x/y']) {
      const headers = { 'content-type': type };
      const seen = (await gateway.call('/api/orders', { method: 'POST', headers, body: '{not json' })).json<Seen>();
      expect(seen).toMatchObject({ bodyBytes: 9, headers: { 'content-type': type, 'content-length': '9' } });
    }
  });

  it('from Apple’s callback reaches auth as a form, and the redirect and the cookie of auth are returned', async () => {
    const location = 'http://localhost:8080/auth?login_success=true&provider=apple';
    const cookie = 'fasocolis=abc; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax';
    let form = '';
    const auth = await startUpstream((incoming, response) => {
      form = `${incoming.headers['content-type']} `;
      incoming.setEncoding('utf8').on('data', (text: string) => {
        form += text;
      });
      incoming.on('end', () => response.writeHead(302, { location, 'set-cookie': cookie }).end());
    });
    const gateway = await startGateway({ AUTH_URL: auth.url });
    const type = 'application/x-www-form-urlencoded';
    const body = 'state=s&code=c&user=%7B%22name%22%3A%7B%22firstName%22%3A%22A%C3%AFssata%22%7D%7D';
    for (const origin of ['https://appleid.apple.com', 'null']) {
      const headers = { 'content-type': type, origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const response = await gateway.call('/api/auth/apple/callback', { method: 'POST', headers, body });
      expect(form).toBe(`${type} ${body}`);
      expect(response.status).toBe(302);
      expect(response.headers.location).toBe(location);
      expect(response.headers['set-cookie']).toEqual([cookie]);
    }
  });

  it('that is empty is forwarded without a content type, so that services do not parse it as JSON', async () => {
    const gateway = await startGateway();
    const headers = { 'content-type': 'application/json' };
    for (const body of [undefined, '']) {
      const options = { method: 'POST', headers, ...(body !== undefined && { body }) };
      const seen = (await gateway.call('/api/auth/logout', options)).json<Seen>();
      expect(seen.bodyBytes).toBe(0);
      expect(seen.headers).not.toHaveProperty('content-type');
    }
  });

  it('is dropped from a GET', async () => {
    const gateway = await startGateway();
    const response = await gateway.call('/api/orders/5', { body: 'x', headers: { 'content-type': 'text/plain' } });
    expect(response.status).toBe(200);
    expect(response.json<Seen>().bodyBytes).toBe(0);
  });

  it('is accepted after Expect: 100-continue, as curl sends it', async () => {
    const gateway = await startGateway();
    const response = await gateway.call('/api/orders', {
      method: 'POST',
      body: 'x',
      headers: { expect: '100-continue' },
    });
    expect(response.json<Seen>().bodyBytes).toBe(1);
  });

  it('with images is streamed: the service receives the first bytes before the last are sent', async () => {
    const firstBytes = Promise.withResolvers<void>();
    const upstream = await startUpstream((incoming, response) => {
      incoming.once('data', () => firstBytes.resolve());
      incoming.on('end', () => response.end('{}'));
    });
    const gateway = await startGateway({ CATALOG_URL: upstream.url });
    const outgoing = request(`${gateway.url}/api/products`, { method: 'POST' });
    const answered = once(outgoing, 'response');
    outgoing.write('first');
    await firstBytes.promise;
    outgoing.end('last');
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(200);
  });

  it('that a service refuses unread does not hide the refusal from a client that is still sending', async () => {
    const upstream = await startUpstream((_incoming, response) => {
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Accès refusé"}');
    });
    const gateway = await startGateway({ CATALOG_URL: upstream.url });
    for (const chunked of [false, true]) {
      const response = await gateway.call('/api/products', { method: 'POST', body: bytes(20 * MIB), chunked });
      expect(response.status).toBe(403);
      expect(response.json()).toMatchObject({ message: 'Accès refusé' });
    }
  });

  it('for a service that refuses connections leads to 503', async () => {
    const gateway = await startGateway({ CATALOG_URL: `http://127.0.0.1:${await closedPort()}` });
    const response = await gateway.call('/api/products', { method: 'POST', body: bytes(20 * MIB) });
    expect(response.status).toBe(503);
  });
});
