import { beforeEach, describe, expect, it } from 'vitest';
import { emptyRedis, startGateway } from './helpers.ts';

beforeEach(emptyRedis);

const REFUSED = { message: 'Trop de tentatives. Veuillez réessayer plus tard.', code: 'too-many-requests' };

async function startLimited(limits: Record<string, string>) {
  const gateway = await startGateway({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', ...limits });
  const statusOf = async (path: string, { method = 'GET', from = '9.9.9.9' } = {}) =>
    (await gateway.call(path, { method, headers: { 'x-forwarded-for': from } })).status;
  return { gateway, statusOf };
}

describe('rate limits (D-64)', () => {
  it('stop looking up references one after the other, history included, and say for how long', async () => {
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

  it('count each address for itself', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    expect(await statusOf('/api/orders/A')).toBe(200);
    expect(await statusOf('/api/orders/A')).toBe(429);
    expect(await statusOf('/api/orders/A', { from: '8.8.8.8' })).toBe(200);
  });

  it('leave somebody’s own orders and the rest of the API out of the look-ups', async () => {
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

  it('stop sign-in attempts, without stopping the rest', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_SIGN_INS: '2' });
    const signIn = () => statusOf('/api/auth/login', { method: 'POST' });
    expect([await signIn(), await signIn(), await signIn()]).toEqual([200, 200, 429]);
    expect(await statusOf('/api/auth/logout', { method: 'POST' })).toBe(200);
    expect(await statusOf('/api/orders/A')).toBe(200);
  });

  it('stop floods of anything else', async () => {
    const { statusOf } = await startLimited({ RATE_LIMIT_REQUESTS: '2' });
    expect([await statusOf('/api/user'), await statusOf('/api/xyz'), await statusOf('/api/user')]).toEqual([
      200, 404, 429,
    ]);
  });

  it('hold for all gateways together', async () => {
    const first = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    const second = await startLimited({ RATE_LIMIT_LOOKUPS: '1' });
    expect(await first.statusOf('/api/orders/A')).toBe(200);
    expect(await second.statusOf('/api/orders/A')).toBe(429);
  });

  it('are switched off by environment', async () => {
    const { statusOf } = await startLimited({ RATE_LIMITS: 'off', RATE_LIMIT_LOOKUPS: '1' });
    expect([await statusOf('/api/orders/A'), await statusOf('/api/orders/A')]).toEqual([200, 200]);
  });
});
