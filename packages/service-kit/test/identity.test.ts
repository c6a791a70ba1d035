import { generateKeyPairSync } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { describe, expect, it, vi } from 'vitest';
import { identitySigner, identityVerifier, isStaff } from '../src/auth/identity.ts';
import { createIdentityKey, publicKeysOf } from '../src/auth/identity-keys.ts';
import { baseEnvironment, loadConfig } from '../src/ops/config.ts';

const ANONYMOUS = { kind: 'anonymous' };
const USER = { userId: 7, isAdmin: false, sessionKey: 'k' };

const gateway = createIdentityKey('gateway');
const catalog = createIdentityKey('catalog');
const keys = publicKeysOf([gateway, catalog]);
const inOrders = identityVerifier(keys, 'orders');

/** A key with the `kid` of another issuer. */
const renamed = (key: string, kid: string) => JSON.stringify({ ...JSON.parse(key), kid });

describe('an identity', () => {
  it('of a user is the one that the gateway signed', () => {
    expect(inOrders(identitySigner(gateway)('orders', USER))).toEqual({ kind: 'user', ...USER });
  });

  it('of an agent says so, and makes nobody the administrator [TEAM-003]', () => {
    const agent = { ...USER, isAgent: true };
    expect(inOrders(identitySigner(gateway)('orders', agent))).toEqual({ kind: 'user', ...agent });
  });

  it('of a service is that of its key', () => {
    expect(inOrders(identitySigner(catalog)('orders'))).toEqual({ kind: 'service', name: 'catalog' });
  });

  it('of a user that is signed by a service is that service, even for the administrator [SEC-011]', () => {
    const token = identitySigner(catalog)('orders', { userId: 1, isAdmin: true, sessionKey: 'k' });
    expect(inOrders(token)).toEqual({ kind: 'service', name: 'catalog' });
  });

  it('that is missing is anonymous', () => {
    expect(inOrders(undefined)).toEqual(ANONYMOUS);
  });

  it('for another service is anonymous [SEC-011]', () => {
    expect(inOrders(identitySigner(gateway)('catalog', USER))).toEqual(ANONYMOUS);
  });

  it('with the key of one issuer and the name of another is anonymous', () => {
    expect(inOrders(identitySigner(renamed(catalog, 'gateway'))('orders', USER))).toEqual(ANONYMOUS);
  });

  it('with an unknown key is anonymous', () => {
    expect(inOrders(identitySigner(createIdentityKey('gateway'))('orders', USER))).toEqual(ANONYMOUS);
  });

  it('with a changed payload or signature is anonymous', () => {
    const token = identitySigner(gateway)('orders', USER);
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, isAdmin: true })).toString('base64url');
    expect(inOrders(`${header}.${forged}.${signature}`)).toEqual(ANONYMOUS);
    expect(inOrders(`${token.slice(0, -6)}AAAAAA`)).toEqual(ANONYMOUS);
  });

  it('signed with another algorithm is anonymous', () => {
    const [publicKey] = JSON.parse(keys).keys;
    const hmac = createSigner({ key: publicKey.x, algorithm: 'HS256', kid: 'gateway' });
    expect(inOrders(hmac({ ...USER, aud: 'orders' }))).toEqual(ANONYMOUS);
    const none = createSigner({ algorithm: 'none', kid: 'gateway' });
    expect(inOrders(none({ ...USER, aud: 'orders' }))).toEqual(ANONYMOUS);
  });

  it('is anonymous after 60 seconds and 30 for the difference of clocks', () => {
    vi.useFakeTimers();
    try {
      const token = identitySigner(gateway)('orders', USER);
      vi.advanceTimersByTime(89_000);
      expect(inOrders(token)).toMatchObject({ kind: 'user' });
      vi.advanceTimersByTime(2_000);
      expect(inOrders(token)).toEqual(ANONYMOUS);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('isStaff', () => {
  it.each([
    ['the administrator', { kind: 'user', ...USER, isAdmin: true }, true],
    ['an agent', { kind: 'user', ...USER, isAgent: true }, true],
    ['a customer', { kind: 'user', ...USER, isAgent: false }, false],
    ['a user of a release without agents', { kind: 'user', ...USER }, false],
    ['a service', { kind: 'service', name: 'orders' }, false],
    ['a visitor', { kind: 'anonymous' }, false],
  ] as const)('recognizes %s', (_who, identity, expected) => {
    expect(isStaff(identity)).toBe(expected);
  });
});

describe('a rotation of keys', () => {
  const next = createIdentityKey('gateway');
  /** Private key and public ones at each step; processes of neighbouring steps run together. */
  const steps = [
    { key: gateway, known: publicKeysOf([gateway]) },
    { key: gateway, known: publicKeysOf([gateway, next]) },
    { key: next, known: publicKeysOf([next, gateway]) },
  ];

  it('keeps every signature valid across neighbouring steps, in both directions', () => {
    for (const [index, { key }] of steps.entries()) {
      for (const { known } of steps.slice(Math.max(0, index - 1), index + 2)) {
        expect(identityVerifier(known, 'orders')(identitySigner(key)('orders', USER))).toMatchObject({ kind: 'user' });
      }
    }
  });

  it('invalidates the former key at its end', () => {
    expect(identityVerifier(publicKeysOf([next]), 'orders')(identitySigner(gateway)('orders', USER))).toEqual(
      ANONYMOUS,
    );
  });
});

describe('an identity key', () => {
  it('has a public form without its private part', () => {
    const { d } = JSON.parse(gateway);
    expect(keys).not.toContain(d);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'secret-text'],
    ['a key of an unknown issuer', renamed(gateway, 'stranger')],
    [
      'a key of another kind',
      JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })),
    ],
  ])('is refused at start when it is %s', (_what, text) => {
    expect(() => loadConfig('example', baseEnvironment, { PORT: '1', IDENTITY_KEY: text })).toThrow(/IDENTITY_KEY/);
  });
});
