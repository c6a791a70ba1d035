import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, lastToken, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const VERIFIED = { message: 'Votre adresse email a été vérifiée avec succès.', alreadyVerified: false };
const ALREADY = { message: 'Votre adresse email est déjà vérifiée.', alreadyVerified: true };
const INVALID = 'Ce lien de vérification est invalide ou a expiré.';
const MISSING = 'Jeton de vérification manquant ou invalide';

const send = (userId: number, on = auth) =>
  call(on.app, { method: 'POST', url: '/api/email/send-verification' }, asUser(userId));
const open = (token: string) => call(auth.app, { url: `/api/email/verify?token=${token}` });

/** A user with a verification link. */
async function newcomer() {
  const user = await auth.createUser();
  await send(user.id);
  return { user, ...(await lastToken(auth, user.id)) };
}

describe('GET /api/email/verify', () => {
  it('verifies once, returns so afterwards, and refuses missing, unknown and expired tokens [API-008, VAL-012]', async () => {
    const { user, token } = await newcomer();
    const first = await open(token);
    expect([first.statusCode, first.json()]).toEqual([200, VERIFIED]);
    const { emailVerified } = (await call(auth.app, { url: '/api/user' }, asUser(user.id))).json();
    expect(emailVerified).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      const again = await open(token);
      expect([again.statusCode, again.json()]).toEqual([200, ALREADY]);
    }
    for (const url of ['/api/email/verify', '/api/email/verify?token=']) {
      const missing = await call(auth.app, { url });
      expect([missing.statusCode, missing.json().message]).toEqual([400, MISSING]);
    }
    const unknown = await open('unknown');
    expect([unknown.statusCode, unknown.json().message]).toEqual([400, INVALID]);
    const late = await newcomer();
    await auth.database.userToken.update({ where: { id: late.row.id }, data: { expiresAt: new Date() } });
    const expired = await open(late.token);
    expect([expired.statusCode, expired.json().message]).toEqual([400, INVALID]);
  });

  it('verifies the address in the open sessions of the user, until it is changed [SEC-020]', async () => {
    const { user, token } = await newcomer();
    const sessionId = sessionIdOf(await auth.login(user.username, 'Secret-123'));
    const isVerified = async () => (await auth.sessions.resolve(sessionId))?.session.isVerified;
    expect(await isVerified()).toBe(false);
    await open(token);
    expect(await isVerified()).toBe(true);
    expect(
      (await auth.sessions.resolve(sessionIdOf(await auth.login(user.username, 'Secret-123'))))?.session,
    ).toMatchObject({ isVerified: true });
    const key = SessionStore.keyOf(sessionId);
    const change = {
      method: 'PATCH',
      url: `/api/users/${user.id}`,
      payload: { email: 'nouvelle@example.com' },
    } as const;
    await call(auth.app, change, { kind: 'user', userId: user.id, isAdmin: false, sessionKey: key });
    expect(await isVerified()).toBe(false);
  });

  it('does not verify by HEAD [SEC-031]', async () => {
    const { user, token } = await newcomer();
    const head = await call(auth.app, { method: 'HEAD', url: `/api/email/verify?token=${token}` });
    expect(head.statusCode).toBe(404);
    expect((await auth.database.user.findUniqueOrThrow({ where: { id: user.id } })).emailVerified).toBe(false);
    expect((await open(token)).json()).toEqual(VERIFIED);
  });

  it('succeeds for a user whose link a email scanner opened before or at the same moment', async () => {
    const { token } = await newcomer();
    const responses = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(responses.filter((response) => response.json().alreadyVerified === false)).toHaveLength(1);
  });

  it('accepts an older link while the address is the same', async () => {
    const { user, token } = await newcomer();
    await send(user.id);
    expect((await open(token)).json()).toEqual(VERIFIED);
  });

  it('refuses the link to a former address, even after it was used and when the address is back', async () => {
    for (const wasOpened of [false, true]) {
      const { user, token } = await newcomer();
      if (wasOpened) await open(token);
      for (const email of [`new${user.id}@example.com`, user.email]) {
        const request = { method: 'PATCH', url: `/api/users/${user.id}`, payload: { email } } as const;
        const owner = await auth.signedIn(user.id);
        expect((await call(auth.app, request, owner)).json().emailVerified).toBe(false);
        const response = await open(token);
        expect([response.statusCode, response.json().message]).toEqual([400, INVALID]);
      }
    }
  });

  it('refuses a reset token', async () => {
    const user = await auth.createUser();
    const payload = { email: user.email };
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload });
    const { token } = await lastToken(auth, user.id);
    expect((await open(token)).statusCode).toBe(400);
  });
});

describe('POST /api/email/send-verification', () => {
  it('requests an email until the address is verified', async () => {
    const { user, row, token } = await newcomer();
    const events = await auth.database.outboxEvent.findMany({
      where: { data: { path: ['tokenId'], equals: row.id } },
    });
    expect(events.map(({ name }) => name)).toEqual(['email.verification-requested']);
    await open(token);
    const refused = await send(user.id);
    expect([refused.statusCode, refused.json().message]).toEqual([400, ALREADY.message]);
  });

  it('responds with 400 without an address, and with 401 without a session or account', async () => {
    const user = await auth.createUser();
    await auth.database.user.update({ where: { id: user.id }, data: { email: null, emailKey: null } });
    expect((await send(user.id)).statusCode).toBe(400);
    const visitor = await call(auth.app, { method: 'POST', url: '/api/email/send-verification' });
    expect([visitor.statusCode, visitor.json().message]).toEqual([401, 'Non authentifié']);
    expect((await send(999_999)).statusCode).toBe(401);
  });

  it('refuses the fourth email to one address in an hour', async () => {
    const limited = await startAuth({ rateLimits: true });
    const { id } = await limited.createUser();
    for (let times = 0; times < 3; times += 1) expect((await send(id, limited)).statusCode).toBe(200);
    expect((await send(id, limited)).statusCode).toBe(429);
    await limited.close();
  });
});
