import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenKind } from '../src/generated/prisma/enums.ts';
import { ADMIN_PASSWORD, type Auth, lastToken, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const REQUIRED = { code: 'reauthentication-required', message: 'Confirmez votre mot de passe pour continuer.' };

const patch = (id: number, payload: object, identity: Identity) =>
  call(auth.app, { method: 'PATCH', url: `/api/users/${id}`, payload }, identity);
const post = (url: string, payload: object) => call(auth.app, { method: 'POST', url, payload });
const forgot = (email: string | null) => post('/api/auth/forgot-password', { email });
const restore = (token: string) => post('/api/email/restore', { token });

const emailsOf = (userId: number, kind: TokenKind) =>
  auth.database.userToken.findMany({ where: { userId, kind, voidedAt: null }, orderBy: { createdAt: 'asc' } });
const sorted = (...texts: (string | null)[]) => texts.map(String).toSorted();
const addressesOf = async (userId: number, kind: TokenKind) =>
  sorted(...(await emailsOf(userId, kind)).map(({ email }) => email));

async function verifiedUser() {
  const { id } = await auth.createUser();
  return auth.database.user.update({ where: { id }, data: { emailVerified: true } });
}

describe('a new email', () => {
  it('requires a sign-in of the last ten minutes or the current password [SEC-004]', async () => {
    const user = await verifiedUser();
    const old = await auth.signedIn(user.id, { minutesAgo: 11 });
    const email = `moved${user.id}@example.com`;
    const refused = await patch(user.id, { email }, old);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, REQUIRED]);
    const wrong = await patch(user.id, { email, currentPassword: 'Secret-124' }, old);
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Le mot de passe actuel est incorrect']);
    expect((await patch(user.id, { email, currentPassword: 'Secret-123' }, old)).statusCode).toBe(200);
    const recent = await auth.signedIn(user.id, { minutesAgo: 9 });
    expect((await patch(user.id, { email: user.email }, recent)).statusCode).toBe(200);
  });

  it('is refused with a wrong password also after a recent sign-in [SEC-004]', async () => {
    const user = await verifiedUser();
    const recent = await auth.signedIn(user.id, { minutesAgo: 1 });
    const email = `guessed${user.id}@example.com`;
    const wrong = await patch(user.id, { email, currentPassword: 'Secret-124' }, recent);
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Le mot de passe actuel est incorrect']);
  });

  it('requires the password of the administrator who changes it for a customer, not the customer’s', async () => {
    const user = await verifiedUser();
    const old = await auth.signedIn(1, { minutesAgo: 11 });
    const email = `helped${user.id}@example.com`;
    expect((await patch(user.id, { email }, old)).json()).toMatchObject(REQUIRED);
    expect((await patch(user.id, { email, currentPassword: 'Secret-123' }, old)).statusCode).toBe(400);
    expect((await patch(user.id, { email, currentPassword: ADMIN_PASSWORD }, old)).statusCode).toBe(200);
  });

  it('is the only part of the profile that needs a recent sign-in', async () => {
    const user = await verifiedUser();
    const old = await auth.signedIn(user.id, { minutesAgo: 60 });
    const body = { username: `renamed${user.id}`, email: user.email?.toUpperCase(), notifyByEmail: false };
    expect((await patch(user.id, body, old)).statusCode).toBe(200);
  });

  it('requires a new sign-in for an account without a password', async () => {
    const { id } = await verifiedUser();
    await auth.database.user.update({ where: { id }, data: { passwordHash: null } });
    const old = await auth.signedIn(id, { minutesAgo: 11 });
    const email = `social${id}@example.com`;
    expect((await patch(id, { email }, old)).json()).toMatchObject(REQUIRED);
    expect((await patch(id, { email, currentPassword: 'anything' }, old)).statusCode).toBe(400);
    expect((await patch(id, { email }, await auth.signedIn(id))).statusCode).toBe(200);
  });

  it('ends the other sessions of the user [SEC-005]', async () => {
    const user = await verifiedUser();
    const other = sessionIdOf(await auth.login(user.username, 'Secret-123'));
    const own = await auth.signedIn(user.id);
    await patch(user.id, { email: `only${user.id}@example.com` }, own);
    expect(await auth.sessions.resolve(other)).toBeNull();
    expect((await auth.sessions.list(user.id)).map(({ key }) => key)).toEqual([own.kind === 'user' && own.sessionKey]);
  });
});

describe('the link "Ce n’est pas moi"', () => {
  /** An attacker with the session and the password has changed the account's address to their own. */
  async function takenOver() {
    const user = await verifiedUser();
    const stolen = `stolen${user.id}@example.com`;
    await patch(user.id, { email: stolen }, await auth.signedIn(user.id));
    return { user, stolen, link: await lastToken(auth, user.id, 'EMAIL_CHANGED') };
  }

  it('is sent to the previous address and valid for 72 hours [SEC-005]', async () => {
    const { user, link } = await takenOver();
    expect(link.row.email).toBe(user.email);
    expect(link.row.expiresAt.getTime() - link.row.createdAt.getTime()).toBeCloseTo(72 * 3_600_000, -4);
    await auth.database.userToken.update({ where: { id: link.row.id }, data: { expiresAt: new Date() } });
    const refused = await restore(link.token);
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'Ce lien est invalide ou a expiré.']);
  });

  it('restores the address, ends all sessions, voids the password and sends a reset link there, once [SEC-005]', async () => {
    const { user, stolen, link } = await takenOver();
    const session = sessionIdOf(await auth.login(stolen, 'Secret-123'));
    const restored = await restore(link.token);
    expect([restored.statusCode, restored.json().message]).toEqual([200, expect.stringContaining('rétablie')]);
    expect(await auth.database.user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      email: user.email,
      emailVerified: true,
    });
    expect(await auth.sessions.resolve(session)).toBeNull();
    expect((await auth.login(user.username, 'Secret-123')).statusCode).toBe(401);
    expect(await addressesOf(user.id, 'PASSWORD_RESET')).toEqual([user.email]);
    expect((await restore(link.token)).statusCode).toBe(400);
  });

  it('sends resets to the previous address as well, and finds the account by it [SEC-005]', async () => {
    const { user, stolen } = await takenOver();
    for (const typed of [stolen, user.email]) {
      await auth.database.userToken.deleteMany({ where: { userId: user.id, kind: 'PASSWORD_RESET' } });
      await forgot(typed);
      expect(await addressesOf(user.id, 'PASSWORD_RESET')).toEqual(sorted(stolen, user.email));
    }
  });

  it('takes precedence over the link of a second change, which was sent to the attacker', async () => {
    const { user, link } = await takenOver();
    await auth.database.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await patch(user.id, { email: `second${user.id}@example.com` }, await auth.signedIn(user.id));
    const attackers = await lastToken(auth, user.id, 'EMAIL_CHANGED');
    expect((await restore(attackers.token)).statusCode).toBe(200);
    expect((await restore(link.token)).statusCode).toBe(200);
    expect((await restore(attackers.token)).statusCode).toBe(400);
    expect((await auth.database.user.findUniqueOrThrow({ where: { id: user.id } })).email).toBe(user.email);
  });

  it('voids the reset links that went to the attacker', async () => {
    const { user, stolen, link } = await takenOver();
    await forgot(stolen);
    const reset = { userId: user.id, kind: 'PASSWORD_RESET', email: stolen } as const;
    const { id } = await auth.database.userToken.findFirstOrThrow({ where: reset });
    const notify = { kind: 'service', name: 'notify' } as const;
    const { token } = (await call(auth.app, { url: `/internal/mail-tokens/${id}` }, notify)).json();
    expect((await restore(link.token)).statusCode).toBe(200);
    expect((await post('/api/auth/reset-password', { token, password: 'Voleur-1234' })).statusCode).toBe(400);
  });

  it('prevents that another account takes the previous address in the meantime', async () => {
    const { user } = await takenOver();
    const { id } = await auth.createUser();
    const refused = await patch(id, { email: user.email }, await auth.signedIn(id));
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Cet email est déjà utilisé']);
  });

  it.each(['', 'unknown', 'x'.repeat(500), 7, undefined])('is refused when it is %j', async (token) => {
    expect((await restore(token as string)).statusCode).toBe(400);
  });
});

describe('reports by email', () => {
  it('follow a change and a reset of the password, at the previous address as well [SEC-005]', async () => {
    const user = await verifiedUser();
    const identity = await auth.signedIn(user.id);
    const payload = { currentPassword: 'Secret-123', newPassword: 'Fresh-456' };
    await call(auth.app, { method: 'PATCH', url: `/api/users/${user.id}/password`, payload }, identity);
    expect(await addressesOf(user.id, 'PASSWORD_CHANGED')).toEqual([user.email]);
    const moved = `reported${user.id}@example.com`;
    await patch(user.id, { email: moved }, identity);
    await forgot(moved);
    const { token } = await lastToken(auth, user.id, 'PASSWORD_RESET');
    expect((await post('/api/auth/reset-password', { token, password: 'Nouveau-1' })).statusCode).toBe(200);
    expect(await addressesOf(user.id, 'PASSWORD_CHANGED')).toEqual(sorted(moved, user.email, user.email));
    const events = await auth.database.outboxEvent.findMany({ where: { name: 'account.changed' } });
    const reported = (await emailsOf(user.id, 'PASSWORD_CHANGED')).map(({ id }) => ({
      tokenId: id,
      mail: 'password-changed',
    }));
    expect(events.map(({ data }) => data)).toEqual(expect.arrayContaining(reported));
  });
});

describe('names in emails', () => {
  it('are omitted until the address is verified [SEC-007]', async () => {
    const { id, email } = await auth.createUser();
    await forgot(email);
    const firstNameIn = async () => {
      const { row } = await lastToken(auth, id, 'PASSWORD_RESET');
      const notify: Identity = { kind: 'service', name: 'notify' };
      return (await call(auth.app, { url: `/internal/mail-tokens/${row.id}` }, notify)).json().firstName;
    };
    expect(await firstNameIn()).toBe('');
    await auth.database.user.update({ where: { id }, data: { emailVerified: true } });
    expect(await firstNameIn()).toBe('Awa');
  });
});

describe('registration', () => {
  const person = (changes: object = {}) => {
    const username = `n${crypto.randomUUID().slice(0, 12)}`;
    const texts = { firstName: 'Awa', lastName: 'Kaboré', username, email: `${username}@example.com` };
    return { ...texts, password: 'Colis-1234', ...changes };
  };
  const register = (payload: object, { on = auth, remoteAddress = '127.0.0.1' } = {}) =>
    call(on.app, { method: 'POST', url: '/api/auth/register', payload, remoteAddress });

  it('is limited to 60 an hour and address [SEC-007, SEC-025]', async () => {
    const on = await startAuth({ rateLimits: true });
    const responses = await Promise.all(Array.from({ length: 61 }, () => register(person(), { on })));
    const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(60).fill(201), 429]);
    expect((await register(person(), { on, remoteAddress: '10.0.0.2' })).statusCode).toBe(201);
    await on.close();
  });

  it('sends at most three verification emails an hour to one recipient, whatever requests them [SEC-007]', async () => {
    const on = await startAuth({ rateLimits: true });
    const email = 'victim@example.com';
    const statuses: number[] = [];
    for (let account = 0; account < 3; account += 1) {
      const user = (await register(person({ email }), { on })).json();
      const send = () => call(on.app, { method: 'POST', url: '/api/email/send-verification' }, asUser(user.id));
      for (let times = 0; times < 2; times += 1) statuses.push((await send()).statusCode);
      await on.database.user.update({ where: { id: user.id }, data: { email: null, emailKey: null } });
    }
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await on.database.userToken.count({ where: { email, kind: 'EMAIL_VERIFICATION' } })).toBe(3);
    await on.close();
  });

  it.each([
    ['a URL', 'Gagnez https://evil.example/gain'],
    ['a www address', 'www.evil.example'],
    ['a domain with a path', 'evil.example/gain'],
    ['a control character', 'Awa\u0007'],
    ['a line break', 'Awa\nKaboré'],
    ['a bidirectional override', 'Awa\u202eerobaK'],
  ])('refuses %s in a name [SEC-007]', async (_, name) => {
    for (const field of ['firstName', 'lastName']) {
      const refused = await register(person({ [field]: name }));
      expect(refused.statusCode).toBe(400);
      expect(refused.json().errors).toEqual({ [field]: 'Ce nom contient des caractères non autorisés' });
    }
  });

  it.each(["N'Diaye", 'Jean-Paul', 'J.Paul', 'M. Ouédraogo', 'Ŋgũgĩ', 'محمد', '王'.repeat(2)])(
    'accepts the name %s',
    async (firstName) => {
      expect((await register(person({ firstName }))).statusCode).toBe(201);
    },
  );

  it.each([
    ['looks like another by a Cyrillic letter', '\u0430dmin', 'Ce nom contient des caractères non autorisés'],
    ['is a number, as ids are', '12345', "Le nom d'utilisateur doit contenir au moins une lettre"],
    ['is a phone number', '+226-76-99-11-22', "Le nom d'utilisateur doit contenir au moins une lettre"],
    ['is a client code', 'faso-1002', "Ce nom d'utilisateur ressemble à un code client. Choisissez-en un autre."],
  ])('refuses a username that %s', async (_, username, message) => {
    const refused = await register(person({ username }));
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { username: message }]);
  });

  const TOO_COMMON = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
  const COMMON = ['      ', '123456', 'PassWord', 'ｍarseille', 'fasocolis', 'FasoColis'];

  it('refuses blanks, common passwords, the product’s name and the account’s own names [SEC-008]', async () => {
    const body = person();
    for (const password of [...COMMON, body.username, body.email.toUpperCase()]) {
      const refused = await register({ ...body, password });
      expect([refused.statusCode, refused.json().errors], password).toEqual([400, { password: TOO_COMMON }]);
    }
    expect((await register(body)).statusCode).toBe(201);
  });

  it('refuses the same passwords as a change and a reset [SEC-008]', async () => {
    const user = await auth.createUser({ username: 'Fatim-Zahra1' });
    const identity = await auth.signedIn(user.id);
    for (const newPassword of [...COMMON, user.username, user.email ?? '']) {
      const payload = { currentPassword: 'Secret-123', newPassword };
      const url = `/api/users/${user.id}/password`;
      const refused = await call(auth.app, { method: 'PATCH', url, payload }, identity);
      expect([refused.statusCode, refused.json().errors]).toEqual([400, { newPassword: TOO_COMMON }]);
    }
    await forgot(user.email);
    const { token } = await lastToken(auth, user.id, 'PASSWORD_RESET');
    const refused = await post('/api/auth/reset-password', { token, password: user.username });
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { password: TOO_COMMON }]);
    expect((await post('/api/auth/reset-password', { token, password: 'Nouveau-1' })).statusCode).toBe(200);
  });

  it('asks ten characters of an agent, in a change and in a reset', async () => {
    const user = await auth.createUser();
    await auth.database.user.update({ where: { id: user.id }, data: { isAgent: true } });
    const change = async (newPassword: string) => {
      const payload = { currentPassword: 'Secret-123', newPassword };
      const url = `/api/users/${user.id}/password`;
      return call(auth.app, { method: 'PATCH', url, payload }, await auth.signedIn(user.id));
    };
    expect(Object.keys((await change('Kx7-q2mw9')).json().errors)).toEqual(['newPassword']);
    await forgot(user.email);
    const { token } = await lastToken(auth, user.id, 'PASSWORD_RESET');
    const reset = (password: string) => post('/api/auth/reset-password', { token, password });
    expect(Object.keys((await reset('Kx7-q2mw9')).json().errors)).toEqual(['password']);
    expect((await reset('Kx7-q2mw9v')).statusCode).toBe(200);
  });
});

describe('sessions', () => {
  it('keep 256 characters of the User-Agent [SEC-002]', async () => {
    const { username } = await auth.createUser();
    const request = { method: 'POST', url: '/api/auth/login', headers: { 'user-agent': 'x'.repeat(15_000) } } as const;
    const response = await call(auth.app, { ...request, payload: { email: username, password: 'Secret-123' } });
    const session = await auth.sessions.resolve(sessionIdOf(response));
    expect(session?.session.userAgent).toHaveLength(256);
  });

  it('are limited to twenty: the twenty-first sign-in ends the oldest [SEC-002]', async () => {
    const { id, username } = await auth.createUser();
    const sessionIds: string[] = [];
    for (let times = 0; times < 21; times += 1) sessionIds.push(sessionIdOf(await auth.login(username, 'Secret-123')));
    expect(await auth.sessions.list(id)).toHaveLength(20);
    const [oldest = '', ...others] = sessionIds;
    expect(await auth.sessions.resolve(oldest)).toBeNull();
    for (const other of others) expect(await auth.sessions.resolve(other)).not.toBeNull();
  });
});
