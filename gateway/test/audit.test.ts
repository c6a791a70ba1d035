import { beforeEach, describe, expect, it } from 'vitest';
import { emptyRedis, startGateway } from './helpers.ts';

beforeEach(emptyRedis);

const audited = (gateway: Awaited<ReturnType<typeof startGateway>>) =>
  gateway.logged().filter(({ msg }) => msg === 'audit');

describe('the audit log of the gateway', () => {
  it('contains requests from other sites, however their path is encoded', async () => {
    const gateway = await startGateway();
    const headers = { origin: 'https://evil.example' };
    const refused = await gateway.call('/%61pi/orders?token=x', { method: 'POST', headers });
    expect(audited(gateway)).toMatchObject([
      {
        requestId: refused.headers['x-request-id'],
        account: null,
        action: 'gateway',
        outcome: 'refused',
        status: 403,
        target: 'POST /api/orders',
        address: '127.0.0.0/24',
      },
    ]);
  });

  it('contains requests over a limit', async () => {
    const gateway = await startGateway({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback', RATE_LIMIT_REQUESTS: '1' });
    const headers = { 'x-forwarded-for': '2001:db8:1:2::3' };
    await gateway.call('/api/products', { headers });
    await gateway.call('/api/products', { headers });
    expect(audited(gateway)).toMatchObject([{ status: 429, target: 'GET /api/products', address: '2001:db8:1::/48' }]);
  });
});
