import { connectRedis } from '@fasocolis/service-kit/data/redis';
import { testRedisUrl } from '@fasocolis/service-kit/testing/harness';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyRedis, startGateway } from './helpers.ts';

beforeEach(emptyRedis);

const REFUSED = {
  message: expect.stringMatching(/^Trop de tentatives\. Veuillez réessayer plus tard\. Réessayez dans \d+ minutes?\.$/),
  code: 'too-many-requests',
};

async function startLimited(limits: Record<string, string> = {}) {
  const gateway = await startGateway({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', ...limits });
  const statusOf = async (path: string, { method = 'GET', from = '9.9.9.9' } = {}) =>
    (await gateway.call(path, { method, headers: { 'x-forwarded-for': from } })).status;
  return { gateway, statusOf };
}

describe('rate limits [D-64]', () => {
  it('stop consecutive lookups, those of histories included, and return the time to wait', async () => {
    const { gateway, statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '3' });
    expect(await statusOf('/api/orders/A')).toBe(200);
    expect(await statusOf('/api/orders/B/events')).toBe(200);
    expect(await statusOf('/%61pi/orders/C')).toBe(200);
    const refused = await gateway.call('/api/orders/D', { headers: { 'x-forwarded-for': '9.9.9.9' } });
    expect(refused.status).toBe(429);
    expect(refused.json()).toMatchObject(REFUSED);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('accept requests again after the window', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    expect([await statusOf('/api/orders/A'), await statusOf('/api/orders/A')]).toEqual([200, 429]);
    const redis = connectRedis(testRedisUrl());
    onTestFinished(() => redis.disconnect());
    await vi.waitUntil(() => redis.status === 'ready');
    const [counter = ''] = await redis.keys('rate-limit:*lookup*');
    const remaining = await redis.pttl(counter);
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(60_000);
    await redis.pexpire(counter, 1);
    await vi.waitFor(async () => expect(await redis.exists(counter)).toBe(0));
    expect(await statusOf('/api/orders/A')).toBe(200);
  });

  it('allow ten times as many webhooks of WhatsApp as other calls', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_REQUESTS: '1' });
    const statuses: number[] = [];
    for (let call = 0; call < 11; call += 1) statuses.push(await statusOf('/api/whatsapp/webhook', { method: 'POST' }));
    expect(statuses.map((status) => status === 429)).toEqual([...Array<boolean>(10).fill(false), true]);
  });

  it('count each address separately', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    expect(await statusOf('/api/orders/A')).toBe(200);
    expect(await statusOf('/api/orders/A')).toBe(429);
    expect(await statusOf('/api/orders/A', { from: '8.8.8.8' })).toBe(200);
  });

  it('do not count a customer’s own orders and the rest of the API as lookups', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    for (const path of [
      '/api/orders/saved/5',
      '/api/orders/user/5',
      '/api/orders/saved/check/5',
      '/api/orders',
      '/api/user',
    ]) {
      expect(await statusOf(path)).toBe(200);
      expect(await statusOf(path)).toBe(200);
    }
  });

  it('count saving a parcel as a lookup [SEC-001]', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '2' });
    const save = () => statusOf('/api/orders/save', { method: 'POST' });
    expect([await save(), await statusOf('/api/orders/A'), await save()]).toEqual([200, 200, 429]);
    expect(await statusOf('/api/orders', { method: 'POST' })).toBe(200);
  });

  it('count an IPv6 /64 as one address [SEC-009]', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    expect(await statusOf('/api/orders/A', { from: '2001:db8:1:2::1' })).toBe(200);
    expect(await statusOf('/api/orders/A', { from: '2001:db8:1:2:ffff:ffff:ffff:ffff' })).toBe(429);
    expect(await statusOf('/api/orders/A', { from: '2001:db8:1:3::1' })).toBe(200);
  });

  it('allow an address 600 lookups of known references a minute [D-92]', async () => {
    const { gateway, statusOf } = await startLimited();
    for (let index = 0; index < 600; index += 1) expect(await statusOf('/api/orders/KNOWN')).toBe(200);
    const refused = await gateway.call('/api/orders/KNOWN', { headers: { 'x-forwarded-for': '9.9.9.9' } });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('count sign-ins per IPv4 /24 and IPv6 /48 too, at ten times the value [SEC-030]', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_SIGN_INS: '1' });
    const signIn = (from: string) => statusOf('/api/auth/login', { method: 'POST', from });
    const networks = [(host: number) => `9.9.9.${host}`, (host: number) => `2001:db8:1:${host}::1`];
    for (const address of networks) {
      for (let host = 1; host <= 10; host += 1) expect(await signIn(address(host))).toBe(200);
      expect(await signIn(address(11))).toBe(429);
    }
    expect([await signIn('9.9.10.1'), await signIn('2001:db8:2::1')]).toEqual([200, 200]);
  });

  it('stop sign-in attempts and nothing else', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_SIGN_INS: '2' });
    const signIn = () => statusOf('/api/auth/login', { method: 'POST' });
    expect([await signIn(), await signIn(), await signIn()]).toEqual([200, 200, 429]);
    expect(await statusOf('/api/auth/logout', { method: 'POST' })).toBe(200);
    expect(await statusOf('/api/orders/A')).toBe(200);
  });

  it('count both steps of a sign-in together', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_SIGN_INS: '2' });
    const steps = ['login', 'second-step', 'second-step'].map((step) => `/api/auth/${step}`);
    const statuses: number[] = [];
    for (const step of steps) statuses.push(await statusOf(step, { method: 'POST' }));
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('stop floods of other requests', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
    expect([await statusOf('/api/user'), await statusOf('/api/xyz'), await statusOf('/api/user')]).toEqual([
      200, 404, 429,
    ]);
  });

  it('are shared by all gateways', async () => {
    const first = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    const second = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    expect(await first.statusOf('/api/orders/A')).toBe(200);
    expect(await second.statusOf('/api/orders/A')).toBe(429);
  });

  it('can be switched off by an environment variable', async () => {
    const { statusOf } = await startLimited({ RATE_LIMITS: 'off', RATE_LIMIT_LOOKUPS: '1' });
    expect([await statusOf('/api/orders/A'), await statusOf('/api/orders/A')]).toEqual([200, 200]);
  });
});
