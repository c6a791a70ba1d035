import { setTimeout } from 'node:timers/promises';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, lastToken, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const INVALID = 'Ce lien de réinitialisation est invalide ou a expiré.';
const STRONG = 'Nouveau-1';

const forgot = (email: unknown, on = auth) =>
  call(on.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
const reset = (token: unknown, password: unknown = STRONG) =>
  call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload: { token, password } });
const isValid = async (token?: string) =>
  (await call(auth.app, { url: `/api/auth/verify-reset-token${token === undefined ? '' : `?token=${token}`}` })).json();

/** A user who requested a link, and its token. */
async function forgetful() {
  const user = await auth.createUser();
  await forgot(user.email);
  return { user, ...(await lastToken(auth, user.id)) };
}

describe('POST /api/auth/forgot-password', () => {
  it('responds alike to known and unknown addresses, and with 400 to invalid ones [API-005, VAL-004, VAL-005]', async () => {
    const user = await auth.createUser();
    const [known, unknown] = [await forgot(user.email), await forgot('nobody@example.com')];
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(known.json().message).toEqual(expect.any(String));
    expect(unknown.body).toBe(known.body);
    const headersOf = ({ headers: { date: _, 'x-request-id': __, ...headers } }: typeof known) => headers;
    expect(headersOf(unknown)).toEqual(headersOf(known));
    for (const email of ['', '  ', undefined]) {
      const response = await forgot(email);
      expect([response.statusCode, response.json().message]).toEqual([400, 'Email requis']);
    }
    const malformed = await forgot('moussa');
    expect([malformed.statusCode, malformed.json().message]).toEqual([400, 'Veuillez entrer un email valide']);
  });

  it('takes as long for unknown addresses as for known ones', async () => {
    const timeOf = async (email: string) => {
      const start = performance.now();
      await forgot(email);
      return performance.now() - start;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let times = 0; times < 8; times += 1) {
      known.push(await timeOf((await auth.createUser()).email ?? ''));
      unknown.push(await timeOf(`nobody${times}@example.com`));
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length / 2] ?? 0;
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(20);
  });

  it('requests one email, in the transaction that creates the token, whatever the letter case', async () => {
    const user = await auth.createUser();
    await forgot(` ${user.email?.toUpperCase()} `);
    const { row } = await lastToken(auth, user.id);
    expect(row).toMatchObject({ kind: 'PASSWORD_RESET', email: user.email });
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeCloseTo(3_600_000, -4);
    const events = await auth.database.outboxEvent.findMany({
      where: { data: { path: ['tokenId'], equals: row.id } },
    });
    expect(events.map(({ name }) => name)).toEqual(['password.reset-requested']);
  });

  it('requests no email for an unknown address', async () => {
    const before = await auth.database.outboxEvent.count();
    await forgot('nobody@example.com');
    expect(await auth.database.outboxEvent.count()).toBe(before);
  });

  it('refuses the sixth request for one address in an hour, known or not, and no other address', async () => {
    const limited = await startAuth({ rateLimits: true });
    const { email } = await limited.createUser();
    for (const address of [email, 'nobody@example.com']) {
      for (let times = 0; times < 5; times += 1) expect((await forgot(address, limited)).statusCode).toBe(200);
      const refused = await forgot(String(address).toUpperCase(), limited);
      expect([refused.statusCode, refused.json().message]).toEqual([
        429,
        'Trop de tentatives. Veuillez réessayer plus tard. Réessayez dans 60 minutes.',
      ]);
    }
    expect((await forgot((await limited.createUser()).email, limited)).statusCode).toBe(200);
    await limited.close();
  });
});

describe('GET /api/auth/verify-reset-token', () => {
  it('accepts a valid token and refuses unknown, used, expired and missing ones [API-006]', async () => {
    const { token, row } = await forgetful();
    expect(await isValid(token)).toEqual({ valid: true });
    expect(await isValid()).toEqual({ valid: false });
    expect(await isValid('unknown')).toEqual({ valid: false });
    await auth.database.userToken.update({ where: { id: row.id }, data: { expiresAt: new Date() } });
    expect(await isValid(token)).toEqual({ valid: false });
    const other = await forgetful();
    await reset(other.token);
    expect(await isValid(other.token)).toEqual({ valid: false });
  });

  it('refuses a verification token', async () => {
    const { row, token } = await forgetful();
    await auth.database.userToken.update({ where: { id: row.id }, data: { kind: 'EMAIL_VERIFICATION' } });
    expect(await isValid(token)).toEqual({ valid: false });
  });
});

describe('POST /api/auth/reset-password', () => {
  it('sets the password, ends all sessions, and refuses weak passwords and invalid tokens [API-007, RECOV-016]', async () => {
    const { user, token } = await forgetful();
    const sessions = [await auth.login(user.username, 'Secret-123'), await auth.login(user.username, 'Secret-123')];
    expect((await reset(token, 'weak')).statusCode).toBe(400);
    const response = await reset(token);
    expect([response.statusCode, response.json().message]).toEqual([200, expect.any(String)]);
    for (const session of sessions) expect(await auth.sessions.resolve(sessionIdOf(session))).toBeNull();
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(401);
    expect((await auth.login(user.username, STRONG)).statusCode).toBe(200);
    for (const invalid of [token, 'unknown', '', undefined, 7, 'x'.repeat(500)]) {
      const refused = await reset(invalid);
      expect([refused.statusCode, refused.json().message], String(invalid)).toEqual([400, INVALID]);
    }
  });

  it.each([
    ['A-bcde1', 'Le mot de passe doit contenir au moins 8 caractères', '[VAL-006, CONST-003]'],
    ['abcdef-1', 'Le mot de passe doit contenir au moins une lettre majuscule', '[VAL-007]'],
    ['ABCDEF-1', 'Le mot de passe doit contenir au moins une lettre minuscule', '[VAL-008]'],
    ['Abcdefg-', 'Le mot de passe doit contenir au moins un chiffre', '[VAL-009]'],
    ['Abcdefg1', 'Le mot de passe doit contenir au moins un caractère spécial', '[VAL-010]'],
  ])('refuses the password "%s" with "%s" %s', async (password, message) => {
    const { token } = await forgetful();
    const refused = await reset(token, password);
    expect([refused.statusCode, refused.json().message]).toEqual([400, message]);
    expect((await reset(token, 'Abcdef-1')).statusCode).toBe(200);
  });

  it('keeps the three newest links valid, until one is used [SEC-028]', async () => {
    const { user, token } = await forgetful();
    const tokens = [token];
    for (let times = 0; times < 3; times += 1) {
      await forgot(user.email);
      tokens.push((await lastToken(auth, user.id)).token);
    }
    const valid = async () => Promise.all(tokens.map(async (each) => (await isValid(each)).valid));
    expect(await valid()).toEqual([false, true, true, true]);
    expect((await reset(tokens[1] ?? '')).statusCode).toBe(200);
    expect(await valid()).toEqual([false, false, false, false]);
  });

  it('voids the link when the address changes', async () => {
    const { user, token: newer } = await forgetful();
    const owner = await auth.signedIn(user.id);
    const payload = { email: 'elsewhere@example.com' };
    await call(auth.app, { method: 'PATCH', url: `/api/users/${user.id}`, payload }, owner);
    expect((await reset(newer)).json().message).toBe(INVALID);
  });

  it('accepts a link once, within one hour [RECOV-017]', async () => {
    const used = await forgetful();
    expect((await reset(used.token)).statusCode).toBe(200);
    const expired = await forgetful();
    await auth.database.userToken.update({ where: { id: expired.row.id }, data: { expiresAt: new Date() } });
    for (const { token } of [used, expired]) {
      const refused = await reset(token);
      expect([refused.statusCode, refused.json().message]).toEqual([400, INVALID]);
      expect(await isValid(token)).toEqual({ valid: false });
    }
  });

  it('completes one of many concurrent resets, and leaves three valid links after many concurrent requests', async () => {
    const user = await auth.createUser();
    await Promise.all(Array.from({ length: 5 }, () => forgot(user.email)));
    const rows = await auth.database.userToken.findMany({ where: { userId: user.id, voidedAt: null } });
    expect(rows).toHaveLength(3);
    const { token } = await lastToken(auth, user.id);
    const passwords = ['First-111', 'Second-22', 'Third-333', 'Fourth-44'];
    const responses = await Promise.all(passwords.map((password) => reset(token, password)));
    const winners = passwords.filter((_, index) => responses[index]?.statusCode === 200);
    expect(winners).toHaveLength(1);
    expect((await auth.login(user.username, winners[0])).statusCode).toBe(200);
  });

  it('ends a session that was opened concurrently with the old password', async () => {
    const { user, token } = await forgetful();
    const signIns = Array.from({ length: 6 }, async (_, index) => {
      await setTimeout(index * 40);
      return auth.login(user.username, 'Secret-123');
    });
    const [responses] = await Promise.all([Promise.all(signIns), reset(token)]);
    expect(responses.length).toBe(6);
    expect(await auth.sessions.list(user.id)).toEqual([]);
  });

  it('sets a first password for a user who signed in with a provider only', async () => {
    const { user, token } = await forgetful();
    await auth.database.user.update({ where: { id: user.id }, data: { passwordHash: null, provider: 'google' } });
    expect((await reset(token)).statusCode).toBe(200);
    expect((await auth.login(user.username, STRONG)).statusCode).toBe(200);
  });
});
