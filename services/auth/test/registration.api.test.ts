import { join } from 'node:path';
import { connectRedis } from '@fasocolis/service-kit/data/redis';
import {
  call,
  createTestDatabase,
  TEST_APP_OPTIONS,
  TEST_SIGNING_KEY,
  testRedisUrl,
} from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database.ts';
import { type Auth, holdersAt, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const USERNAME_TAKEN = "Ce nom d'utilisateur est déjà utilisé";
const EMAIL_TAKEN = 'Cet email est déjà utilisé';

let people = 0;
/** A valid registration with unused names. */
function person(changes: object = {}) {
  people += 1;
  return {
    firstName: 'Aminata',
    lastName: 'Traoré',
    username: `aminata${people}`,
    email: `aminata${people}@example.com`,
    phone: '+226 70123456',
    password: 'Colis-1234',
    ...changes,
  };
}
const register = (payload: object) => call(auth.app, { method: 'POST', url: '/api/auth/register', payload });

describe('POST /api/auth/register', () => {
  it('creates an account, signs it in and responds with the user [API-003, ENT-016]', async () => {
    const body = person();
    const response = await register(body);
    expect(response.statusCode).toBe(201);
    const user = response.json();
    expect(user).toMatchObject({
      firstName: 'Aminata',
      lastName: 'Traoré',
      username: body.username,
      email: body.email,
      emailVerified: false,
      phone: '+226 70123456',
      provider: null,
      providerId: null,
      isAdmin: false,
    });
    expect(response.body).not.toMatch(/hash|secret/i);
    const resolved = await auth.sessions.resolve(sessionIdOf(response));
    expect(resolved?.session).toMatchObject({ userId: user.id, isAdmin: false });
    expect((await register({ ...person(), username: body.username })).json().message).toBe(USERNAME_TAKEN);
    expect((await register({ ...person(), email: body.email })).json().message).toBe(EMAIL_TAKEN);
    expect((await register(person({ username: 'x' }))).statusCode).toBe(400);
    expect((await register(person({ username: 'admin' }))).statusCode).toBe(409);
  });

  it('lets the new customer sign in with username and email in any letter case [AUTH-028]', async () => {
    const { username, email, password } = person({ username: 'Adama-K', email: 'Adama.K@Example.com' });
    const { json, cookies } = await register(person({ username, email, password }));
    const key = (await auth.sessions.resolve(sessionIdOf({ cookies })))?.key ?? '';
    const logout = { method: 'POST', url: '/api/auth/logout' } as const;
    await call(auth.app, logout, { kind: 'user', userId: json().id, isAdmin: false, sessionKey: key });
    expect(await auth.sessions.resolve(sessionIdOf({ cookies }))).toBeNull();
    for (const login of ['adama-k', 'ADAMA-K', 'adama.k@example.com', 'ADAMA.K@EXAMPLE.COM']) {
      expect((await auth.login(login, password)).statusCode, login).toBe(200);
    }
  });

  it('emits one event for the verification email, in the transaction of the account', async () => {
    const { id } = (await register(person())).json();
    const [token, ...others] = await auth.database.userToken.findMany({ where: { userId: id } });
    expect(others).toEqual([]);
    const event = await auth.database.outboxEvent.findFirst({ orderBy: { createdAt: 'desc' } });
    expect(event).toMatchObject({ name: 'email.verification-requested', data: { tokenId: token?.id } });
  });

  it.each([
    ['70123456', '+226 70123456'],
    ['+22670123456', '+226 70123456'],
    ['+226 22670123456', '+226 70123456'],
    ['+226 0022670123456', '+226 70123456'],
    ['+33 0612345678', '+33 612345678'],
    ['+229 97123456', '+229 0197123456'],
    ['+225 07 12 34 56', '+225 0707123456'],
  ])('stores the phone number %j as %j [READ-006]', async (phone, stored) => {
    expect((await register(person({ phone }))).json()).toMatchObject({ phone: stored });
  });

  it.each(['+226 70 12 34', '+226 abc', '+226 70123456 / 76123456', '(pas de numéro)', '+226 00 00 00 00'])(
    'refuses the phone number %j, which cannot be called, with an example [READ-006]',
    async (phone) => {
      const response = await register(person({ phone }));
      const problem = 'Ce numéro semble incomplet. Exemple\u00a0: +226 70 12 34 56';
      expect([response.statusCode, response.json().errors]).toEqual([400, { phone: problem }]);
    },
  );

  it.each([undefined, null, '', '   '])('stores no phone number for %j [VAL-019]', async (phone) => {
    const response = await register(person({ phone }));
    expect([response.statusCode, response.json().phone]).toEqual([201, null]);
  });

  it.each([
    ['firstName [VAL-015]', 'A', 'Ab', 'Le prénom doit contenir au moins 2 caractères'],
    ['lastName [VAL-016]', 'A', 'Ab', 'Le nom doit contenir au moins 2 caractères'],
    ['username [VAL-017]', 'ab', 'ab1', "Le nom d'utilisateur doit contenir au moins 3 caractères"],
    ['password [VAL-020]', '12345', 'kx7-q2', 'Le mot de passe doit contenir au moins 6 caractères'],
  ])('requires enough characters in %s', async (title, short, enough, message) => {
    const [field = ''] = title.split(' ');
    const refused = await register(person({ [field]: short }));
    expect([refused.statusCode, refused.json().message, refused.json().errors]).toEqual([
      400,
      message,
      { [field]: message },
    ]);
    expect((await register(person({ [field]: enough }))).statusCode).toBe(201);
  });

  it.each(['', 'moussa', 'moussa@', '@example.com', 'a b@example.com', `${'a'.repeat(200)}@example.com`])(
    'refuses the address %j [VAL-018]',
    async (email) => {
      const response = await register(person({ email }));
      expect([response.statusCode, response.json().message]).toEqual([400, 'Email invalide']);
    },
  );

  it.each(['moussa@example.com', 'mous sa', 'mous\u00a0sa'])('refuses the username %j', async (username) => {
    const response = await register(person({ username }));
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe("Le nom d'utilisateur ne doit pas contenir d'espace ni le caractère @");
  });

  it('refuses texts and passwords that are too long', async () => {
    const refused = [{ firstName: 'a'.repeat(201) }, { username: 'a'.repeat(51) }, { password: 'a'.repeat(129) }];
    for (const changes of refused) expect((await register(person(changes))).statusCode).toBe(400);
    expect((await register(person({ password: 'a'.repeat(128) }))).statusCode).toBe(201);
  });

  it('trims names and keeps white space around a password', async () => {
    for (const field of ['firstName', 'lastName', 'username']) {
      expect((await register(person({ [field]: ' a ' }))).statusCode, field).toBe(400);
    }
    const { username } = (await register(person({ password: ' 1234 ' }))).json();
    expect((await auth.login(username, '1234')).statusCode).toBe(401);
    expect((await auth.login(username, ' 1234 ')).statusCode).toBe(200);
  });

  it('reports all faults at once, with the first of the form as the message', async () => {
    const { message, errors } = (await register({})).json();
    expect(message).toBe('Le prénom doit contenir au moins 2 caractères');
    expect(Object.keys(errors)).toEqual(['firstName', 'lastName', 'username', 'email', 'password']);
  });

  it('refuses the names of the administrator in every spelling', async () => {
    for (const username of ['admin', 'Admin', ' ADMIN ', 'ａｄｍｉｎ']) {
      const response = await register(person({ username }));
      expect([response.statusCode, response.json().message], username).toEqual([409, USERNAME_TAKEN]);
    }
    const response = await register(person({ email: 'ADMIN@example.com' }));
    expect([response.statusCode, response.json().message]).toEqual([409, EMAIL_TAKEN]);
  });

  it('ignores rights in the body', async () => {
    const extra = { id: 1, role: 'ADMIN', isAdmin: true, emailVerified: true, provider: 'google' };
    const user = (await register(person(extra))).json();
    expect(user).toMatchObject({ isAdmin: false, emailVerified: false, provider: null });
    expect(user.id).not.toBe(1);
  });

  it('creates one account in many concurrent registrations, and refuses the others with a message', async () => {
    const { username, email } = person();
    const responses = await Promise.all(Array.from({ length: 8 }, () => register(person({ username, email }))));
    const refused = responses.filter(({ statusCode }) => statusCode === 409);
    expect(refused.map((response) => response.json().message)).toEqual(Array(7).fill(USERNAME_TAKEN));
    expect(await auth.database.user.count({ where: { emailKey: email } })).toBe(1);
  });

  it('uses no id for a refused registration', async () => {
    const { id, username } = (await register(person())).json();
    for (let times = 0; times < 3; times += 1) await register(person({ username }));
    expect((await register(person())).json().id).toBe(id + 1);
  });

  it('never uses id 1, not even before the seed [SEED-008]', async () => {
    const unseeded = await createTestDatabase('auth', join(import.meta.dirname, '../prisma/migrations'));
    const database = openDatabase(unseeded.url);
    const redis = connectRedis(testRedisUrl());
    const options = {
      ...TEST_APP_OPTIONS,
      signingKey: TEST_SIGNING_KEY,
      publicUrl: 'http://localhost',
      limits: null,
    };
    const app = await buildApp({ database, redis, holders: holdersAt('http://127.0.0.1:1') }, options);
    const response = await call(app, { method: 'POST', url: '/api/auth/register', payload: person() });
    expect([response.statusCode, response.json().id]).toEqual([201, 2]);
    await app.close();
    await database.$disconnect();
    redis.disconnect();
    await unseeded.remove();
  });
});
