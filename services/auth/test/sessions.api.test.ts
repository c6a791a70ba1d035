import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type Auth, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const WRONG = "Email, nom d'utilisateur ou mot de passe incorrect";

describe('POST /api/auth/login', () => {
  it('signs in with email or username, responds with the user and sets a session cookie [API-002, AUTH-007, AUTH-008, ENT-017]', async () => {
    const user = await auth.createUser({ username: 'moussa' });
    for (const login of ['moussa@example.com', 'moussa']) {
      const response = await auth.login(login, 'Secret-123');
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ id: user.id, username: 'moussa', isAdmin: false });
      const resolved = await auth.sessions.resolve(sessionIdOf(response));
      expect(resolved?.session).toMatchObject({ userId: user.id, isAdmin: false });
    }
    const wrong = await auth.login('moussa', 'Secret-124');
    const unknown = await auth.login('nobody', 'Secret-123');
    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    expect([wrong.json().message, unknown.json().message]).toEqual([WRONG, WRONG]);
    expect((await auth.login(undefined, 'Secret-123')).statusCode).toBe(400);
    expect((await auth.login('moussa', undefined)).statusCode).toBe(400);
  });

  it('ignores letter case and white space around the login, not in the password', async () => {
    await auth.createUser({ username: 'Fatou', email: 'Fatou@Example.com' });
    for (const login of ['fatou', 'FATOU', ' fatou ', 'FATOU@example.COM']) {
      expect((await auth.login(login, 'Secret-123')).statusCode, login).toBe(200);
    }
    expect((await auth.login('fatou', 'secret-123')).statusCode).toBe(401);
    expect((await auth.login('fatou', ' Secret-123')).statusCode).toBe(401);
  });

  it('responds with 400 and the message of the form when the login is empty [VAL-013]', async () => {
    for (const login of ['', '   ', 7, null]) {
      const response = await auth.login(login, 'Secret-123');
      expect(response.statusCode).toBe(400);
      expect(response.json().errors.email).toBe("Veuillez saisir votre email ou nom d'utilisateur");
    }
  });

  it.each([
    ['a SQL quote', "admin' OR '1'='1"],
    ['U+0000', 'ad\u0000min'],
    ['an emoji', '😀'],
  ])('responds with 401 to a login that contains %s', async (_, login) => {
    expect((await auth.login(login, 'Secret-123')).statusCode).toBe(401);
  });

  it('responds with 400 to a login or a password that no account can have, without hashing it [SEC-018]', async () => {
    const login = await auth.login('a'.repeat(10_000), 'Secret-123');
    expect([login.statusCode, login.json().message]).toEqual([400, 'Ce champ ne doit pas dépasser 200 caractères']);
    const password = await auth.login('admin', 'x'.repeat(900_000));
    expect([password.statusCode, password.json().message]).toEqual([
      400,
      'Ce champ ne doit pas dépasser 128 caractères',
    ]);
  });

  it('sets a cookie that scripts cannot read and other sites cannot send [ROLE-017]', async () => {
    const plain = String((await auth.login('admin', ADMIN_PASSWORD)).headers['set-cookie']);
    expect(plain).toMatch(/^fasocolis=/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000'])
      expect(plain).toContain(attribute);
    expect(plain).not.toContain('Secure');
    const https = await startAuth({ publicUrl: 'https://fasocolis.example' });
    const secure = String((await https.login('admin', ADMIN_PASSWORD)).headers['set-cookie']);
    expect(secure).toMatch(/^__Host-fasocolis=.*Secure/);
    await https.close();
  });

  it('creates a new session id at each sign-in and ends the previous session', async () => {
    const user = await auth.createUser();
    const first = sessionIdOf(await auth.login(user.username, 'Secret-123'));
    const key = (await auth.sessions.resolve(first))?.key ?? '';
    const identity: Identity = { kind: 'user', userId: user.id, isAdmin: false, sessionKey: key };
    const payload = { email: user.username, password: 'Secret-123' };
    const second = sessionIdOf(await call(auth.app, { method: 'POST', url: '/api/auth/login', payload }, identity));
    expect(second).not.toBe(first);
    expect(await auth.sessions.resolve(first)).toBeNull();
    expect(await auth.sessions.resolve(second)).not.toBeNull();
  });

  it('stores only a hash of the session id in Redis', async () => {
    const sessionId = sessionIdOf(await auth.login('admin', ADMIN_PASSWORD));
    const resolved = await auth.sessions.resolve(sessionId);
    expect(resolved?.key).not.toContain(sessionId);
    expect(resolved?.session).toMatchObject({ userId: 1, isAdmin: true });
  });

  it('updates the modification date, which the back office shows as the last connection', async () => {
    const user = await auth.createUser();
    const response = await auth.login(user.username, 'Secret-123');
    expect(Date.parse(response.json().updatedAt)).toBeGreaterThan(user.updatedAt.getTime());
  });

  it('refuses the eleventh attempt after ten failures, while the owner can still sign in from elsewhere', async () => {
    const limited = await startAuth({ rateLimits: true });
    await limited.createUser({ username: 'cible' });
    const from = (address: string, password: string) => limited.login('cible', password, address);
    for (let times = 0; times < 10; times += 1) expect((await from('10.1.1.1', 'wrong-one')).statusCode).toBe(401);
    const refused = await from('10.1.1.1', 'Secret-123');
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toBe('Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 15 minutes.');
    expect((await from('10.2.2.2', 'Secret-123')).statusCode).toBe(200);
    await limited.close();
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session and clears the cookie, and responds with 200 without a session too [API-004]', async () => {
    const user = await auth.createUser();
    const sessionId = sessionIdOf(await auth.login(user.username, 'Secret-123'));
    const key = (await auth.sessions.resolve(sessionId))?.key ?? '';
    const identity: Identity = { kind: 'user', userId: user.id, isAdmin: false, sessionKey: key };
    const logout = { method: 'POST', url: '/api/auth/logout' } as const;
    const response = await call(auth.app, logout, identity);
    expect(response.statusCode).toBe(200);
    expect(response.json().message).toEqual(expect.any(String));
    expect(String(response.headers['set-cookie'])).toMatch(/^fasocolis=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/);
    expect(await auth.sessions.resolve(sessionId)).toBeNull();
    expect((await call(auth.app, logout)).statusCode).toBe(200);
  });
});

describe('GET /api/user', () => {
  it('responds with the signed-in user, and with 401 to a visitor [API-001, ENT-001, ENT-002]', async () => {
    const user = await auth.createUser();
    const response = await call(auth.app, { url: '/api/user' }, asUser(user.id));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: user.id,
      username: user.username,
      email: user.email,
      emailVerified: false,
      firstName: 'Awa',
      lastName: 'Kaboré',
      phone: null,
      phoneVerified: false,
      provider: null,
      providerId: null,
      createdAt: user.createdAt.toISOString(),
      updatedAt: user.updatedAt.toISOString(),
      isAdmin: false,
      isAgent: false,
      notifyByEmail: true,
      notifyByWhatsapp: true,
    });
    const visitor = await call(auth.app, { url: '/api/user' });
    expect(visitor.statusCode).toBe(401);
    expect(visitor.json().message).toBe('Non authentifié');
  });

  it('responds with 401 when the account was deleted', async () => {
    expect((await call(auth.app, { url: '/api/user' }, asUser(999_999))).statusCode).toBe(401);
  });

  it('extends the cookie by 30 days', async () => {
    const headers = { cookie: 'fasocolis=some-session-id' };
    const response = await call(auth.app, { url: '/api/user', headers }, asUser((await auth.createUser()).id));
    expect(String(response.headers['set-cookie'])).toContain('fasocolis=some-session-id; Max-Age=2592000');
  });
});

describe('GET and DELETE /api/user/sessions', () => {
  const sessionsUrl = '/api/user/sessions';

  it('list the sessions of the user, newest first, and end one of them', async () => {
    const user = await auth.createUser();
    const headers = { 'user-agent': 'Tecno Spark' };
    const payload = { email: user.username, password: 'Secret-123' };
    const signIn = () => call(auth.app, { method: 'POST', url: '/api/auth/login', payload, headers });
    const [phone, laptop] = [sessionIdOf(await signIn()), sessionIdOf(await signIn())];
    const key = (await auth.sessions.resolve(laptop))?.key ?? '';
    const identity: Identity = { kind: 'user', userId: user.id, isAdmin: false, sessionKey: key };

    const list = await call(auth.app, { url: sessionsUrl }, identity);
    expect(list.statusCode).toBe(200);
    expect(list.json()).toEqual([
      { id: key, createdAt: expect.any(String), userAgent: 'Tecno Spark', isCurrent: true },
      { id: expect.any(String), createdAt: expect.any(String), userAgent: 'Tecno Spark', isCurrent: false },
    ]);
    expect(list.body).not.toContain(laptop);

    const end = (id: string) => call(auth.app, { method: 'DELETE', url: `${sessionsUrl}/${id}` }, identity);
    const other = await end(list.json()[1].id);
    expect([other.statusCode, other.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await auth.sessions.resolve(phone)).toBeNull();
    expect(await auth.sessions.resolve(laptop)).not.toBeNull();
    expect((await end(list.json()[1].id)).statusCode).toBe(404);
    expect(String((await end(key)).headers['set-cookie'])).toMatch(/^fasocolis=;/);
    expect(await auth.sessions.resolve(laptop)).toBeNull();
  });

  it('neither show nor end sessions of another user', async () => {
    const [victim, stranger] = [await auth.createUser(), await auth.createUser()];
    const sessionId = sessionIdOf(await auth.login(victim.username, 'Secret-123'));
    const key = (await auth.sessions.resolve(sessionId))?.key ?? '';
    const as = asUser(stranger.id);
    expect((await call(auth.app, { url: sessionsUrl }, as)).json()).toEqual([]);
    expect((await call(auth.app, { method: 'DELETE', url: `${sessionsUrl}/${key}` }, as)).statusCode).toBe(404);
    expect(await auth.sessions.resolve(sessionId)).not.toBeNull();
    for (const method of ['GET', 'DELETE'] as const) {
      const url = method === 'GET' ? sessionsUrl : `${sessionsUrl}/${key}`;
      expect((await call(auth.app, { method, url })).statusCode).toBe(401);
    }
  });

  it('omit sessions that have expired', async () => {
    const { id, username } = await auth.createUser();
    const key = (await auth.sessions.resolve(sessionIdOf(await auth.login(username, 'Secret-123'))))?.key ?? '';
    await auth.redis.del(`session:${key}`);
    expect(await auth.sessions.list(id)).toEqual([]);
    expect(await auth.redis.exists(`user-sessions:${id}`)).toBe(0);
  });
});

describe('GET /internal/users/{id}', () => {
  it('returns whether and since when a user exists, to services only', async () => {
    const { id } = await auth.createUser();
    const request = (userId: number | string) => ({ url: `/internal/users/${userId}` });
    const orders: Identity = { kind: 'service', name: 'orders' };
    expect((await call(auth.app, request(id), orders)).json()).toEqual({
      ...{ id, city: null, createdAt: expect.any(String) },
    });
    expect((await call(auth.app, request(999_999), orders)).statusCode).toBe(404);
    expect((await call(auth.app, request('abc'), orders)).statusCode).toBe(400);
    expect((await call(auth.app, request(id), asUser(id))).statusCode).toBe(403);
    expect((await call(auth.app, request(id))).statusCode).toBe(403);
  });
});
