import { createHash } from 'node:crypto';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { codeAt } from './authenticator-app.ts';
import { type Auth, sessionIdOf, startAuth } from './helpers.ts';
import {
  createTwoFactorUser,
  firstStep,
  pendingCookieOf,
  resetPassword,
  secondStep,
  wrongCodeFor,
} from './two-factor-helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());
afterEach(() => {
  vi.useRealTimers();
});

const WRONG = 'Ce code est incorrect ou a déjà servi.';
const EXPIRED = 'Cette connexion a expiré. Connectez-vous à nouveau.';
const TOO_MANY = 'Trop de codes incorrects. Connectez-vous à nouveau.';

const statusesOf = (responses: { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

async function firstSteps(username: string, times: number): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < times) cookies.push(await firstStep(auth, username));
  return cookies;
}

describe('a right password', () => {
  it('opens no session while the second factor is on', async () => {
    const { user } = await createTwoFactorUser(auth);
    const response = await auth.login(user.username, 'Secret-123');
    expect([response.statusCode, response.json(), sessionIdOf(response)]).toEqual([202, { secondStep: true }, '']);
    const cookie = response.cookies.find(({ name }) => name === 'fasocolis-second-step');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/auth', maxAge: 600 });
  });

  it('opens no session in a browser that the user signed in with before', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const signedIn = await secondStep(auth, await firstStep(auth, user.username), codeAt(secret));
    const known = signedIn.cookies.find(({ name }) => name === 'fasocolis-known-users');
    const response = await call(auth.app, {
      method: 'POST',
      url: '/api/auth/login',
      headers: { cookie: `${known?.name}=${known?.value}` },
      payload: { email: user.username, password: 'Secret-123' },
    });
    expect([response.statusCode, sessionIdOf(response)]).toEqual([202, '']);
  });

  it('leaves no id of the pending sign-in in Redis, only a hash', async () => {
    const { user } = await createTwoFactorUser(auth);
    const [, id = ''] = (await firstStep(auth, user.username)).split('=');
    const keys = await auth.redis.keys('*second-step:*');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.some((key) => key.includes(id))).toBe(false);
  });

  it('opens no session for the new password of a reset', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    expect((await resetPassword(auth, user, 'Baobab-2041')).statusCode).toBe(200);
    const response = await auth.login(user.username, 'Baobab-2041');
    expect([response.statusCode, sessionIdOf(response)]).toEqual([202, '']);
    expect((await secondStep(auth, pendingCookieOf(response), codeAt(secret))).statusCode).toBe(200);
  });
});

describe('a code of the app', () => {
  it.each([
    ['of this half minute', 0],
    ['of the one before', -30_000],
    ['of the one after', 30_000],
  ])('%s opens a session', async (_when, offset) => {
    const { user, secret } = await createTwoFactorUser(auth);
    const cookie = await firstStep(auth, user.username);
    // In the middle of a time step, so that none ends before the code is verified.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - (Date.now() % 30_000) + 15_000 });
    const response = await secondStep(auth, cookie, codeAt(secret, Date.now() + offset));
    expect([response.statusCode, response.json().id]).toEqual([200, user.id]);
    expect(await auth.sessions.resolve(sessionIdOf(response))).toMatchObject({ session: { userId: user.id } });
  });

  it('may have a space in the middle, as apps show it', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const code = codeAt(secret).replace(/^.../, '$& ');
    expect((await secondStep(auth, await firstStep(auth, user.username), code)).statusCode).toBe(200);
  });

  it.each([
    ['too old', -90_000],
    ['of the future', 90_000],
  ])('%s is refused', async (_when, offset) => {
    const { user, secret } = await createTwoFactorUser(auth);
    const code = codeAt(secret, Date.now() + offset);
    const response = await secondStep(auth, await firstStep(auth, user.username), code);
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { message: `${WRONG} Il vous reste 4 essais.` },
    ]);
    expect(sessionIdOf(response)).toBe('');
  });

  it('is refused in a second sign-in', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const code = codeAt(secret);
    expect((await secondStep(auth, await firstStep(auth, user.username), code)).statusCode).toBe(200);
    expect((await secondStep(auth, await firstStep(auth, user.username), code)).statusCode).toBe(400);
  });

  it('is refused when it confirmed the set-up', async () => {
    const { id } = await auth.createUser();
    const user = await auth.database.user.update({ where: { id }, data: { emailVerified: true } });
    const identity = await auth.signedIn(id);
    const post = (url: string, payload: object) => call(auth.app, { method: 'POST', url, payload }, identity);
    const code = codeAt((await post('/api/user/two-factor/setup', {})).json().secret);
    expect((await post('/api/user/two-factor/confirm', { code })).statusCode).toBe(200);
    expect((await secondStep(auth, await firstStep(auth, user.username), code)).statusCode).toBe(400);
  });

  it('works once in 20 sign-ins at the same time [SEC-010]', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const code = codeAt(secret);
    const cookies = await firstSteps(user.username, 20);
    const responses = await Promise.all(cookies.map((cookie) => secondStep(auth, cookie, code)));
    expect(statusesOf(responses)).toEqual([200, ...Array(19).fill(400)]);
  });

  it('opens one session when it is sent 20 times at once in one sign-in', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const code = codeAt(secret);
    const cookie = await firstStep(auth, user.username);
    const responses = await Promise.all(Array.from({ length: 20 }, () => secondStep(auth, cookie, code)));
    expect(
      responses.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 400 && statusCode !== 401),
    ).toEqual([]);
    expect(responses.filter((response) => sessionIdOf(response) !== '')).toHaveLength(1);
  });
});

describe('a recovery code', () => {
  it('opens a session once, however it is written', async () => {
    const { user, recoveryCodes } = await createTwoFactorUser(auth);
    const [code = ''] = recoveryCodes;
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await secondStep(auth, await firstStep(auth, user.username), typed)).statusCode).toBe(200);
    expect((await secondStep(auth, await firstStep(auth, user.username), code)).statusCode).toBe(400);
  });

  it('works once in 20 sign-ins at the same time [SEC-010]', async () => {
    const { user, recoveryCodes } = await createTwoFactorUser(auth);
    const [code = ''] = recoveryCodes;
    const cookies = await firstSteps(user.username, 20);
    const responses = await Promise.all(cookies.map((cookie) => secondStep(auth, cookie, code)));
    expect(statusesOf(responses)).toEqual([200, ...Array(19).fill(400)]);
  });

  it('of another user is refused', async () => {
    const { user } = await createTwoFactorUser(auth);
    const [code = ''] = (await createTwoFactorUser(auth)).recoveryCodes;
    expect((await secondStep(auth, await firstStep(auth, user.username), code)).statusCode).toBe(400);
  });
});

describe('a pending sign-in', () => {
  it('ends with the fifth wrong code: the right one comes too late [SEC-010]', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const cookie = await firstStep(auth, user.username);
    const wrong = wrongCodeFor(secret);
    const messages: string[] = [];
    for (let times = 0; times < 5; times += 1) {
      messages.push((await secondStep(auth, cookie, wrong)).json().message);
    }
    expect(messages).toEqual([
      `${WRONG} Il vous reste 4 essais.`,
      `${WRONG} Il vous reste 3 essais.`,
      `${WRONG} Il vous reste 2 essais.`,
      `${WRONG} Il vous reste un essai.`,
      TOO_MANY,
    ]);
    const late = await secondStep(auth, cookie, codeAt(secret));
    expect([late.statusCode, late.json().message]).toEqual([401, EXPIRED]);
    expect((await secondStep(auth, await firstStep(auth, user.username), codeAt(secret))).statusCode).toBe(200);
  });

  it('verifies five of 20 codes that are sent at once', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const cookie = await firstStep(auth, user.username);
    const wrong = wrongCodeFor(secret);
    const responses = await Promise.all(Array.from({ length: 20 }, () => secondStep(auth, cookie, wrong)));
    expect(responses.filter(({ statusCode }) => statusCode === 400).length).toBeLessThan(5);
    expect(statusesOf(responses).at(-1)).toBe(401);
  });

  it('does not exist without the cookie of the browser that began it', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    await firstStep(auth, user.username);
    for (const cookie of ['', 'fasocolis-second-step=forged']) {
      const response = await secondStep(auth, cookie, codeAt(secret));
      expect([response.statusCode, response.json().message]).toEqual([401, EXPIRED]);
    }
  });

  it('ends when the password is changed', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const cookie = await firstStep(auth, user.username);
    await resetPassword(auth, user, 'Baobab-2041');
    expect((await secondStep(auth, cookie, codeAt(secret))).statusCode).toBe(401);
  });

  it('ends when the second factor is switched off', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const cookie = await firstStep(auth, user.username);
    const identity = await auth.signedIn(user.id);
    await call(
      auth.app,
      { method: 'POST', url: '/api/user/two-factor/disable', payload: { code: codeAt(secret) } },
      identity,
    );
    expect((await secondStep(auth, cookie, codeAt(secret))).statusCode).toBe(401);
  });

  it('ends when the account is deleted', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const cookie = await firstStep(auth, user.username);
    await auth.database.user.delete({ where: { id: user.id } });
    expect((await secondStep(auth, cookie, codeAt(secret))).statusCode).toBe(401);
  });

  it('expires after ten minutes', async () => {
    const { user } = await createTwoFactorUser(auth);
    const [, id = ''] = (await firstStep(auth, user.username)).split('=');
    const lifetime = await auth.redis.ttl(`second-step:${createHash('sha256').update(id).digest('base64url')}`);
    expect(lifetime).toBeGreaterThan(590);
    expect(lifetime).toBeLessThanOrEqual(600);
  });

  it('needs a code', async () => {
    const response = await secondStep(auth, '', ' ');
    expect([response.statusCode, response.json().errors]).toEqual([
      400,
      { code: 'Saisissez le code à 6 chiffres de votre application' },
    ]);
  });
});
