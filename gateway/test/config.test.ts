import { TEST_IDENTITY_KEYS } from '@fasocolis/service-kit/testing/harness';
import { describe, expect, it } from 'vitest';
import { loadGatewayConfig } from '../src/config.ts';

const load = (env: Record<string, string>) =>
  loadGatewayConfig({
    PORT: '8080',
    IDENTITY_KEY: TEST_IDENTITY_KEYS.gateway,
    REDIS_URL: 'redis://127.0.0.1',
    AUTH_URL: 'http://auth:3000',
    ORDERS_URL: 'http://orders:3000',
    ...env,
  });

describe('the configuration of the gateway', () => {
  it('is refused with the profile tls but without TRUST_PROXY, with the correction [SEC-016]', () => {
    for (const COMPOSE_PROFILES of ['tls', 'mail,tls', 'tls, observability']) {
      expect(() => load({ COMPOSE_PROFILES })).toThrow('Set TRUST_PROXY=uniquelocal.');
      expect(() => load({ COMPOSE_PROFILES, TRUST_PROXY: '' })).toThrow('Set TRUST_PROXY=uniquelocal.');
      expect(load({ COMPOSE_PROFILES, TRUST_PROXY: 'uniquelocal' })).toMatchObject({ TRUST_PROXY: 'uniquelocal' });
    }
    expect(load({ COMPOSE_PROFILES: 'mail' }).TRUST_PROXY).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '[::]', '203.0.113.7', '172.32.0.1', '2001:db8::1', '::ffff:203.0.113.7', 'colis.example'])(
    'is refused with TRUST_PROXY and the public BIND_ADDRESS %s, with the correction [SEC-016]',
    (BIND_ADDRESS) => {
      const fault = `BIND_ADDRESS=${BIND_ADDRESS} is a public address`;
      expect(() => load({ TRUST_PROXY: 'uniquelocal', BIND_ADDRESS })).toThrow(fault);
      expect(() => load({ TRUST_PROXY: 'uniquelocal', BIND_ADDRESS })).toThrow('Set BIND_ADDRESS=127.0.0.1');
      expect(load({ BIND_ADDRESS })).toMatchObject({ BIND_ADDRESS });
    },
  );

  it.each(['127.0.0.1', '127.0.0.53', '::1', '[::1]', '10.0.0.7', '172.16.0.1', '192.168.1.5', 'fd00::7', ''])(
    'is accepted with TRUST_PROXY and the internal BIND_ADDRESS "%s" [SEC-016]',
    (BIND_ADDRESS) => {
      expect(load({ TRUST_PROXY: 'uniquelocal', BIND_ADDRESS })).toMatchObject({ TRUST_PROXY: 'uniquelocal' });
    },
  );
});
