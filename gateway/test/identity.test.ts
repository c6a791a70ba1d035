import { IDENTITY_HEADER, identitySigner, identityVerifier } from '@fasocolis/service-kit/auth/identity';
import { createIdentityKey } from '@fasocolis/service-kit/auth/identity-keys';
import { handle } from '@fasocolis/service-kit/http/operations';
import { createService } from '@fasocolis/service-kit/http/service';
import { TEST_PUBLIC_KEYS, testOperation } from '@fasocolis/service-kit/testing/harness';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closedPort, openSession, type Seen, startGateway, startRedisRelay, startUpstream } from './helpers.ts';

/** The identity that the service received. */
function identityIn(seen: Seen) {
  const header = seen.headers[IDENTITY_HEADER];
  return identityVerifier(TEST_PUBLIC_KEYS, seen.service)(typeof header === 'string' ? header : undefined);
}

describe('the identity that a service receives', () => {
  it("is that of the cookie's session", async () => {
    const gateway = await startGateway();
    const { key, cookie } = await openSession({ userId: 7, isAdmin: false });
    const seen = (await gateway.call('/api/orders/5', { headers: { cookie: `theme=dark; ${cookie}` } })).json<Seen>();
    expect(identityIn(seen)).toMatchObject({ kind: 'user', userId: 7, isAdmin: false, sessionKey: key });
  });

  it('marks the administrator, and not a customer', async () => {
    const gateway = await startGateway();
    const { cookie } = await openSession({ userId: 1, isAdmin: true });
    const seen = (await gateway.call('/api/users', { headers: { cookie } })).json<Seen>();
    expect(identityIn(seen)).toMatchObject({ userId: 1, isAdmin: true });
  });

  it('marks an agent [TEAM-003]', async () => {
    const gateway = await startGateway();
    const { cookie } = await openSession({ userId: 7, isAdmin: false, isAgent: true });
    const seen = (await gateway.call('/api/orders', { headers: { cookie } })).json<Seen>();
    expect(identityIn(seen)).toMatchObject({ userId: 7, isAdmin: false, isAgent: true });
  });

  it.each([
    ['the address is verified', { isVerified: true }],
    ['a second factor has to be set up', { needsSecondFactor: true }],
  ])('says whether %s, at the next request after a change [SEC-020]', async (_what, fact) => {
    const gateway = await startGateway();
    const userId = 7020;
    const { cookie, change } = await openSession({ userId, isAdmin: false, isVerified: false });
    const identity = async () =>
      identityIn((await gateway.call('/api/orders/5', { headers: { cookie } })).json<Seen>());
    expect(await identity()).not.toMatchObject(fact);
    await change(fact);
    expect(await identity()).toMatchObject({ userId, ...fact });
  });

  it('is anonymous without a session, with an unknown one, and with a foreign cookie', async () => {
    const gateway = await startGateway();
    for (const cookie of ['fasocolis=unknown', 'fasocolis=', 'other=1', 'fasocolis=%zz', ';;;']) {
      const response = await gateway.call('/api/orders/5', { headers: { cookie } });
      expect(response.status).toBe(200);
      expect(response.json<Seen>().headers).not.toHaveProperty(IDENTITY_HEADER);
    }
  });

  it('writes nothing for a page of another user, who was signed in before', async () => {
    const gateway = await startGateway();
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const statusOf = async (path: string, expected: string, method = 'POST') =>
      (await gateway.call(path, { method, headers: { cookie, 'x-expected-user': expected }, body: '{}' })).status;
    expect(await statusOf('/api/announcements', '8')).toBe(409);
    expect(await statusOf('/api/announcements', '7')).toBe(200);
    expect(await statusOf('/api/auth/logout', '8')).toBe(200);
    const read = await gateway.call('/api/orders/5', { headers: { cookie, 'x-expected-user': '8' } });
    expect(read.status).toBe(200);
  });

  it('ends with the session', async () => {
    const gateway = await startGateway();
    const { cookie, end } = await openSession({ userId: 7, isAdmin: false });
    await end();
    const seen = (await gateway.call('/api/orders/5', { headers: { cookie } })).json<Seen>();
    expect(identityIn(seen)).toEqual({ kind: 'anonymous' });
  });

  it('is never taken from headers of the client [D-13]', async () => {
    const gateway = await startGateway();
    const forged = identitySigner(createIdentityKey('gateway'))('orders', {
      userId: 1,
      isAdmin: true,
      sessionKey: 'x',
    });
    const claims = {
      'x-identity': forged,
      'x-user-id': '1',
      'x-user-role': 'admin',
      'x-request-id': 'mine',
      'x-forwarded-for': '9.9.9.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '9.9.9.9',
      forwarded: 'for=9.9.9.9',
      authorization: 'Bearer x',
      'x-internal-token': 'x',
    };
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    for (const headers of [claims, { ...claims, cookie }, { ...claims, connection: Object.keys(claims).join(', ') }]) {
      const response = (await gateway.call('/api/orders/5', { headers })).json<Seen>();
      const seen = response.headers;
      expect(identityIn(response)).toMatchObject(
        'cookie' in headers ? { kind: 'user', userId: 7 } : { kind: 'anonymous' },
      );
      const leaked = Object.keys(claims).filter((name) => seen[name] === claims[name as keyof typeof claims]);
      expect(leaked).toEqual([]);
      expect(seen['x-forwarded-for']).toBe('127.0.0.1');
    }
  });

  it('is resolved by auth for /api/user, except that the gateway sends 204 to a visitor who prefers it', async () => {
    const gateway = await startGateway();
    const headers = { prefer: 'handling=lenient' };
    expect((await gateway.call('/api/user')).json<Seen>().service).toBe('auth');
    const visitor = await gateway.call('/api/user', { headers });
    expect([visitor.status, visitor.text, visitor.headers['cache-control']]).toEqual([204, '', 'no-store']);
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const person = await gateway.call('/api/user', { headers: { ...headers, cookie } });
    expect(identityIn(person.json<Seen>())).toMatchObject({ userId: 7 });
    expect((await gateway.call('/api/users/7', { method: 'PATCH', headers })).status).toBe(200);
  });

  it('comes with a request id that the gateway created and returns to the client', async () => {
    const gateway = await startGateway();
    const response = await gateway.call('/api/orders/5', { headers: { 'x-request-id': 'mine' } });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.json<Seen>().headers['x-request-id']).toBe(response.headers['x-request-id']);
  });

  it('contains the forwarded address of a client only when the proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '9.9.9.9' };
    const trusting = await startGateway({ TRUST_PROXY: 'loopback' });
    expect((await trusting.call('/api/user', { headers })).json<Seen>().headers['x-forwarded-for']).toBe('9.9.9.9');
    const distant = await startGateway({ TRUST_PROXY: '10.0.0.0/8' });
    expect((await distant.call('/api/user', { headers })).json<Seen>().headers['x-forwarded-for']).toBe('127.0.0.1');
  });
});

describe('the address that a service receives', () => {
  it('is the /64 of IPv6 and the full IPv4 address, as limits count it [SEC-009]', async () => {
    const service = await createService({
      name: 'orders',
      logLevel: 'silent',
      identityKeys: TEST_PUBLIC_KEYS,
    });
    handle(service, testOperation('GET /api/orders/:reference'), ({ ip }) => ({ ip }));
    onTestFinished(() => service.close());
    const url = await service.listen({ host: '127.0.0.1', port: 0 });
    const gateway = await startGateway({ ORDERS_URL: url, TRUST_PROXY: 'loopback' });
    const addresses = {
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::',
      '2001:db8:1:2:ffff::1': '2001:db8:1:2::',
      '::ffff:9.9.9.9': '9.9.9.9',
      '9.9.9.9': '9.9.9.9',
    };
    for (const [from, seen] of Object.entries(addresses)) {
      const response = await gateway.call('/api/orders/5', { headers: { 'x-forwarded-for': from } });
      expect(response.json()).toEqual({ ip: seen });
    }
  });
});

describe('cookies', () => {
  it('are forwarded to auth only', async () => {
    const gateway = await startGateway();
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const seenBy = async (path: string, method = 'GET') =>
      (await gateway.call(path, { method, headers: { cookie } })).json<Seen>();
    expect((await seenBy('/api/auth/login', 'POST')).headers.cookie).toBe(cookie);
    expect((await seenBy('/api/user')).headers.cookie).toBe(cookie);
    expect((await seenBy('/api/orders/5')).headers).not.toHaveProperty('cookie');
  });

  it('that auth sets and clears reach the browser unchanged', async () => {
    const cookies = ['fasocolis=new; Path=/; HttpOnly; SameSite=Lax', 'old=; Max-Age=0'];
    const auth = await startUpstream((_request, response) => response.setHeader('set-cookie', cookies).end('{}'));
    const gateway = await startGateway({ AUTH_URL: auth.url });
    expect((await gateway.call('/api/auth/logout', { method: 'POST' })).headers['set-cookie']).toEqual(cookies);
  });

  it('have the prefix that binds them to the host over https', async () => {
    const gateway = await startGateway({ PUBLIC_URL: 'https://colis.example' });
    const { id } = await openSession({ userId: 7, isAdmin: false });
    const seenWith = async (cookie: string) => (await gateway.call('/api/user', { headers: { cookie } })).json<Seen>();
    expect(identityIn(await seenWith(`__Host-fasocolis=${id}`))).toMatchObject({ userId: 7 });
    expect(identityIn(await seenWith(`fasocolis=${id}`))).toEqual({ kind: 'anonymous' });
  });
});

describe('Redis', () => {
  const REFUSED = { message: 'Service temporairement indisponible', code: 'unavailable' };

  async function startWithRelay() {
    const relay = await startRedisRelay();
    const gateway = await startGateway({ REDIS_URL: relay.url, RATE_LIMITS: 'on' });
    const { cookie } = await openSession({ userId: 7, isAdmin: false });
    const asUser = () => gateway.call('/api/orders/5', { headers: { cookie } });
    const asVisitor = () => gateway.call('/api/orders/5');
    return { relay, asUser, asVisitor };
  }

  it('fails requests with a session with 503 while it is unavailable, and no others, until it is back', async () => {
    const { relay, asUser, asVisitor } = await startWithRelay();
    expect((await asUser()).status).toBe(200);
    relay.cut();
    const refused = await asUser();
    expect(refused.status).toBe(503);
    expect(refused.json()).toMatchObject(REFUSED);
    expect((await asVisitor()).status).toBe(200);
    await relay.restore();
    await vi.waitUntil(async () => (await asUser()).status === 200, 10_000);
  });

  it('fails the same requests while it does not respond', async () => {
    const { relay, asUser, asVisitor } = await startWithRelay();
    relay.hang();
    expect((await asUser()).json()).toMatchObject(REFUSED);
    expect((await asVisitor()).status).toBe(200);
  });

  it('may be unavailable when the gateway starts', async () => {
    const gateway = await startGateway({ REDIS_URL: `redis://127.0.0.1:${await closedPort()}`, RATE_LIMITS: 'on' });
    expect((await gateway.call('/api/orders/5')).status).toBe(200);
    expect((await gateway.call('/api/auth/login', { method: 'POST', body: '{}' })).status).toBe(200);
  });
});
