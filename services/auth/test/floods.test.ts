import { setTimeout } from 'node:timers/promises';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../src/password.ts';
import { codeAt } from './authenticator-app.ts';
import { type Auth, startAuth } from './helpers.ts';
import { createTwoFactorUser, firstStep, secondStep, wrongCodeFor } from './two-factor-helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth({ rateLimits: true });
});
afterAll(() => auth.close());

const count = <T>(values: T[], value: T) => values.filter((each) => each === value).length;

describe('a flood of wrong passwords', () => {
  it('for one account from many addresses blocks all browsers but those that signed in to it before [SEC-009]', async () => {
    const { username, email } = await auth.createUser();
    const known = (await auth.login(username, 'Secret-123', '10.9.9.1')).cookies.find(({ name }) =>
      name.endsWith('-known-users'),
    );
    expect(known).toMatchObject({ httpOnly: true, maxAge: 31_536_000 });
    const statuses: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const addresses = Array.from({ length: 10 }, (_, index) => `10.0.0.${index}`);
      const logins = addresses.map((address, index) =>
        auth.login(index % 2 ? username : email, `guess-${round}`, address),
      );
      statuses.push(...(await Promise.all(logins)).map(({ statusCode }) => statusCode));
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([50, 50]);
    const signIn = (cookies: Record<string, string>) =>
      call(auth.app, {
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password: 'Secret-123' },
        remoteAddress: '10.9.9.9',
        cookies,
      });
    expect((await signIn({})).statusCode).toBe(429);
    const name = known?.name ?? '';
    expect((await signIn({ [name]: `${known?.value.slice(0, -2)}xx` })).statusCode).toBe(429);
    expect((await signIn({ [name]: known?.value ?? '' })).statusCode).toBe(200);
  }, 120_000);

  it('for many accounts from one address gets ten attempts for each, and the owners can sign in from elsewhere', async () => {
    const names: string[] = [];
    for (let index = 0; index < 10; index += 1) names.push((await auth.createUser()).username);
    const statuses: number[] = [];
    for (let round = 0; round < 100; round += 1) {
      const responses = await Promise.all(names.map((name) => auth.login(name, `guess-${round}`, '10.2.0.1')));
      statuses.push(...responses.map(({ statusCode }) => statusCode));
    }
    expect(statuses).toHaveLength(1000);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([100, 900]);
    for (const name of names) {
      expect((await auth.login(name, 'Secret-123', '10.2.0.1')).statusCode).toBe(429);
      expect((await auth.login(name, 'Secret-123', '10.2.0.2')).statusCode).toBe(200);
    }
  }, 120_000);

  it('at one moment from one address gets ten attempts, and the right password beyond them is refused', async () => {
    const { username } = await auth.createUser();
    const guesses = Array.from({ length: 60 }, (_, index) => (index === 40 ? 'Secret-123' : `guess-${index}`));
    const responses = await Promise.all(guesses.map((guess) => auth.login(username, guess, '10.1.0.1')));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 50]);
    expect((await auth.login(username, 'Secret-123', '10.1.0.2')).statusCode).toBe(200);
  }, 60_000);
});

describe('a flood of sign-ins', () => {
  it('waits in a bounded queue, and the process still responds to other requests', async () => {
    const flood = Array.from({ length: 400 }, () => hashPassword('Secret-123').catch((error: Error) => error.message));
    let longestPause = 0;
    let over = false;
    const watch = (async () => {
      while (!over) {
        const start = performance.now();
        await setTimeout(5);
        longestPause = Math.max(longestPause, performance.now() - start);
      }
    })();
    const outcomes = await Promise.all(flood);
    over = true;
    await watch;
    expect(count(outcomes, 'Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 1 minute.')).toBe(
      400 - 102,
    );
    expect(outcomes.filter((outcome) => outcome.startsWith('$argon2id$'))).toHaveLength(102);
    expect(longestPause).toBeLessThan(1000);
    expect(await hashPassword('Secret-123')).toMatch(/^\$argon2id/);
  }, 60_000);
});

describe('a flood of wrong codes by an attacker who knows the password', () => {
  const fiveWrongCodes = async (username: string, address: string, code: string) => {
    const cookie = await firstStep(auth, username, address);
    const statuses: number[] = [];
    while (statuses.length < 5) statuses.push((await secondStep(auth, cookie, code, address)).statusCode);
    return statuses;
  };

  it('gets ten responses from one address, although the password is right each time', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const wrong = wrongCodeFor(secret);
    expect(await fiveWrongCodes(user.username, '10.3.0.1', wrong)).toEqual([400, 400, 400, 400, 401]);
    expect(await fiveWrongCodes(user.username, '10.3.0.1', wrong)).toEqual([400, 400, 400, 400, 401]);
    expect((await auth.login(user.username, 'Secret-123', '10.3.0.1')).statusCode).toBe(429);
  });

  it('gets 50 responses from many addresses, and leaves the browsers that the user signed in with', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const wrong = wrongCodeFor(secret);
    const known = (
      await secondStep(auth, await firstStep(auth, user.username, '10.9.9.2'), codeAt(secret), '10.9.9.2')
    ).cookies.find(({ name }) => name.endsWith('-known-users'));
    for (let index = 0; index < 10; index += 1) await fiveWrongCodes(user.username, `10.4.0.${index}`, wrong);
    expect((await auth.login(user.username, 'Secret-123', '10.4.1.1')).statusCode).toBe(429);
    const signIn = await call(auth.app, {
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: user.username, password: 'Secret-123' },
      cookies: { [known?.name ?? '']: known?.value ?? '' },
      remoteAddress: '10.9.9.2',
    });
    expect(signIn.statusCode).toBe(202);
  }, 120_000);

  it('is forgotten after a right code', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    for (let times = 0; times < 3; times += 1) {
      await fiveWrongCodes(user.username, `10.5.0.${times}`, wrongCodeFor(secret));
    }
    const cookie = await firstStep(auth, user.username, '10.5.0.1');
    expect((await secondStep(auth, cookie, codeAt(secret), '10.5.0.1')).statusCode).toBe(200);
    expect(await fiveWrongCodes(user.username, '10.5.0.1', wrongCodeFor(secret))).toEqual([400, 400, 400, 400, 401]);
    expect((await auth.login(user.username, 'Secret-123', '10.5.0.1')).statusCode).toBe(202);
  });
});
