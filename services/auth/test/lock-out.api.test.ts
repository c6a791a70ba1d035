import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Auth, lastToken, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ rateLimits: true });
});
afterAll(() => auth.close());

vi.setConfig({ testTimeout: 60_000 });

type Cookies = { name: string; value: string }[];

const post = (url: string, payload: object, remoteAddress = '10.200.0.1', cookies: Cookies = []) =>
  call(auth.app, {
    ...{ method: 'POST', url, payload, remoteAddress },
    cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])),
  });

/** Wrong passwords from five networks, as many as lock unknown browsers out. */
async function attack(username: string, first = 1) {
  for (let network = first; network < first + 5; network += 1) {
    for (let times = 0; times < 10; times += 1) await auth.login(username, 'wrong-one', `10.${network}.0.1`);
  }
}

describe('an owner whom a stranger locked out', () => {
  it('signs in after a reset, from the same address or with the same browser elsewhere [SEC-028]', async () => {
    const { id, username, email } = await auth.createUser({ emailVerified: true });
    await attack(username);
    expect((await auth.login(username, 'Secret-123', '10.200.0.1')).statusCode).toBe(429);
    await post('/api/auth/forgot-password', { email });
    const { token } = await lastToken(auth, id, 'PASSWORD_RESET');
    const reset = await post('/api/auth/reset-password', { token, password: 'Nouveau-456' });
    expect(reset.statusCode).toBe(200);
    const known = reset.cookies.filter(({ name }) => name.endsWith('fasocolis-known-users'));
    expect(known).toHaveLength(1);
    expect((await auth.login(username, 'Nouveau-456', '10.201.0.1')).statusCode).toBe(200);
    await attack(username, 11);
    const payload = { email: username, password: 'Nouveau-456' };
    expect((await post('/api/auth/login', payload, '10.202.0.1')).statusCode).toBe(429);
    expect((await post('/api/auth/login', payload, '10.202.0.1', known)).statusCode).toBe(200);
  });

  it('signs in after accepting an invitation [SEC-028]', async () => {
    const { id, username, email } = await auth.createUser();
    await attack(username);
    const payload = { email, firstName: 'Issa', lastName: 'Sanou', city: 'Guangzhou' };
    await call(auth.app, { method: 'POST', url: '/api/team', payload }, await auth.signedIn(1));
    const { token } = await lastToken(auth, id, 'AGENT_INVITATION');
    const accepted = await post('/api/auth/reset-password', { token, password: 'Nouveau-456' });
    expect(accepted.cookies.map(({ name }) => name)).toContain('fasocolis-known-users');
    expect((await auth.login(username, 'Nouveau-456', '10.200.0.1')).statusCode).toBe(200);
  });

  it('gets a reset link although strangers have asked for many [SEC-028]', async () => {
    const { email } = await auth.createUser({ emailVerified: true });
    const networks = Array.from({ length: 30 }, (_, network) => `10.${network}.9.9`);
    const calls = networks.map((address) => post('/api/auth/forgot-password', { email }, address));
    expect(new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await post('/api/auth/forgot-password', { email }, '10.203.0.1')).statusCode).toBe(200);
  });
});

describe('limits per network', () => {
  it('refuse registrations of a /24 and a /48 beyond ten times the limit of an address [SEC-030]', async () => {
    const limited = await startAuth({ rateLimits: true, registrations: 1 });
    const register = (remoteAddress: string) => {
      const name = `reseau${remoteAddress.replaceAll(/\W/g, '')}`;
      const payload = { firstName: 'Awa', lastName: 'Zongo', username: name, email: `${name}@example.com` };
      const request = { method: 'POST', url: '/api/auth/register', remoteAddress } as const;
      return call(limited.app, { ...request, payload: { ...payload, password: 'Mangue-verte-77' } });
    };
    for (const [hostOf, stranger] of [
      [(host: number) => `41.207.12.${host}`, '41.207.13.1'],
      [(host: number) => `2001:db8:7:${host}::`, '2001:db8:8::'],
    ] as const) {
      const statuses: number[] = [];
      for (let host = 1; host <= 11; host += 1) statuses.push((await register(hostOf(host))).statusCode);
      expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
      expect((await register(stranger)).statusCode).toBe(201);
    }
    await limited.close();
  });

  it('refuse sign-ins of a network after ten times the failures of an address, in a known browser too [SEC-030]', async () => {
    const limited = await startAuth({ rateLimits: true, failures: 1, accountFailures: 1000 });
    const { username } = await limited.createUser();
    for (let host = 1; host <= 10; host += 1) await limited.login(username, 'wrong-one', `41.207.12.${host}`);
    expect((await limited.login(username, 'Secret-123', '41.207.12.99')).statusCode).toBe(429);
    expect((await limited.login(username, 'Secret-123', '41.207.13.1')).statusCode).toBe(200);
    await limited.close();
  });

  it('count refused addresses and usernames of registrations and profiles together [SEC-030]', async () => {
    const limited = await startAuth({ rateLimits: true, registrations: 4 });
    const victim = await limited.createUser();
    const user = await limited.createUser();
    const patch = async (payload: object) =>
      (
        await call(
          limited.app,
          { method: 'PATCH', url: `/api/users/${user.id}`, payload },
          await limited.signedIn(user.id),
        )
      ).statusCode;
    const payload = { firstName: 'Awa', lastName: 'Zongo', username: 'nouvelle', email: victim.email };
    const register = {
      method: 'POST',
      url: '/api/auth/register',
      payload: { ...payload, password: 'Mangue-verte-77' },
    } as const;
    expect((await call(limited.app, register)).statusCode).toBe(409);
    expect(await patch({ email: victim.email })).toBe(409);
    expect(await patch({ username: victim.username })).toBe(409);
    expect(await patch({ email: victim.email })).toBe(409);
    expect(await patch({ email: victim.email })).toBe(429);
    expect(await patch({ username: 'libre-encore' })).toBe(429);
    expect(await patch({ notifyByEmail: false })).toBe(200);
    // As forms send it.
    expect(await patch({ username: user.username, email: user.email, firstName: 'Aïcha' })).toBe(200);
    expect((await call(limited.app, register)).statusCode).toBe(429);
    await limited.close();
  });
});
