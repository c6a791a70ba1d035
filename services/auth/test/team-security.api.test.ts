import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { SessionStore } from '@fasocolis/service-kit/auth/sessions';
import { call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from './authenticator-app.ts';
import { ADMIN_PASSWORD, type Auth, lastToken, sessionIdOf, startAuth } from './helpers.ts';
import { createTwoFactorUser, enableTwoFactor, firstStep, secondStep, wrongCodeFor } from './two-factor-helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());
afterEach(() => auth.database.teamSecurity.deleteMany());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const request = (method: Method, url: string, as: Identity, payload?: object) =>
  call(auth.app, { method, url, ...(payload && { payload }) }, as);

async function createAgent() {
  const { id } = await auth.createUser({ emailVerified: true });
  return auth.database.user.update({
    where: { id },
    data: { isAgent: true, invitedAt: new Date(), joinedAt: new Date(), city: 'Lomé' },
  });
}

/** The identity of a session, as the gateway reads it. */
async function identityOf(sessionId: string): Promise<Identity> {
  const found = await auth.sessions.resolve(sessionId);
  if (!found) return { kind: 'anonymous' };
  const { userId, isAdmin, isAgent, needsSecondFactor } = found.session;
  return { kind: 'user', userId, isAdmin, isAgent, needsSecondFactor, sessionKey: found.key };
}
const require = async (requiresSecondFactor: boolean) =>
  request('PATCH', '/api/team/security', await auth.signedIn(1), { requiresSecondFactor });

describe('changes of the team and of its security', () => {
  it('need a recent sign-in, or the password confirmed in the session [SEC-029]', async () => {
    const agent = await createAgent();
    const old = await auth.signedIn(1, { minutesAgo: 11 });
    const person = { email: 'invitee@example.com', firstName: 'Issa', lastName: 'Sanou', city: 'Lomé' };
    const calls: [Method, string, object?][] = [
      ['POST', '/api/team', person],
      ['DELETE', `/api/team/${agent.id}`],
      ['POST', `/api/team/${agent.id}/invitation`],
      ['POST', `/api/team/${agent.id}/second-factor-reset`],
      ['GET', '/api/users/export/excel'],
      ['PATCH', '/api/team/security', { requiresSecondFactor: false }],
    ];
    const statuses = async () => {
      const responses: number[] = [];
      for (const [method, url, payload] of calls) responses.push((await request(method, url, old, payload)).statusCode);
      return responses;
    };
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403]);
    const confirm = (currentPassword: string) =>
      request('POST', '/api/user/reauthentication', old, { currentPassword });
    expect((await confirm('Faux-1234')).statusCode).toBe(400);
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403]);
    expect((await confirm(ADMIN_PASSWORD)).statusCode).toBe(200);
    expect(await statuses()).toEqual([201, 200, 200, 409, 200, 200]);
  });
});

describe('a second factor that all staff needs', () => {
  it('leaves staff without it nothing but setting it up, in open and in new sessions [SEC-029]', async () => {
    const agent = await createAgent();
    const before = sessionIdOf(await auth.login(agent.username, 'Secret-123'));
    expect((await require(true)).json()).toEqual({ requiresSecondFactor: true });
    const after = await auth.login(agent.username, 'Secret-123');
    expect(after.statusCode).toBe(200);
    for (const sessionId of [before, sessionIdOf(after)]) {
      const identity = await identityOf(sessionId);
      const refused = await request('GET', '/api/staff', identity);
      expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'second-factor-required' }]);
      expect(refused.json().message).toContain('validation en deux étapes');
      expect((await request('PATCH', `/api/users/${agent.id}`, identity, { username: 'autre' })).statusCode).toBe(403);
      expect((await request('GET', '/api/user', identity)).json()).toMatchObject({ needsSecondFactor: true });
      expect((await request('GET', '/api/user/two-factor', identity)).statusCode).toBe(200);
    }
    const sessionId = sessionIdOf(after);
    const { secret } = (await request('POST', '/api/user/two-factor/setup', await identityOf(sessionId), {})).json();
    const confirm = { code: codeAt(secret) };
    await request('POST', '/api/user/two-factor/confirm', await identityOf(sessionId), confirm);
    expect((await request('GET', '/api/staff', await identityOf(sessionId))).statusCode).toBe(200);
    expect((await request('GET', '/api/user', await identityOf(sessionId))).json().needsSecondFactor).toBeUndefined();
  });

  it('applies to the administrator, not to customers, and ends with the setting [SEC-029]', async () => {
    const customer = await auth.createUser();
    await require(true);
    const administrator = sessionIdOf(await auth.login('admin', ADMIN_PASSWORD));
    expect((await request('GET', '/api/team', await identityOf(administrator))).statusCode).toBe(403);
    const own = sessionIdOf(await auth.login(customer.username, 'Secret-123'));
    expect((await request('GET', '/api/user/sessions', await identityOf(own))).statusCode).toBe(200);
    await require(false);
    expect((await request('GET', '/api/team', await identityOf(administrator))).statusCode).toBe(200);
  });

  it('cannot be switched off by staff; the command of the operator makes them set it up again [SEC-029]', async () => {
    const agent = await createAgent();
    const { secret } = await enableTwoFactor(auth, agent.id);
    await require(true);
    const session = await auth.signedIn(agent.id);
    const refused = await request('POST', '/api/user/two-factor/disable', session, { code: codeAt(secret) });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      "La validation en deux étapes est obligatoire pour l'équipe.",
    ]);
    const command = { login: agent.username };
    await request('POST', '/internal/users/disable-second-factor', { kind: 'service', name: 'auth' }, command);
    const [open] = await auth.sessions.list(agent.id);
    expect(open?.session.needsSecondFactor).toBe(true);
  });

  it('is the decision of the administrator alone [SEC-029]', async () => {
    const agent = await createAgent();
    const session = await auth.signedIn(agent.id);
    const identity = { ...session, isAgent: true } as Identity;
    expect((await request('GET', '/api/team/security', identity)).statusCode).toBe(403);
    const change = { requiresSecondFactor: true };
    expect((await request('PATCH', '/api/team/security', identity, change)).statusCode).toBe(403);
    expect((await request('GET', '/api/team/security', await auth.signedIn(1))).json()).toEqual({
      requiresSecondFactor: false,
    });
  });
});

describe('the team', () => {
  it('is listed with second factor and last sign-in [SEC-029]', async () => {
    const agent = await createAgent();
    const row = async () =>
      (await request('GET', `/api/team?filter={"id":${agent.id}}`, await auth.signedIn(1))).json()[0];
    expect(await row()).toMatchObject({ hasSecondFactor: false, lastSignInAt: null });
    const start = Date.now();
    await auth.login(agent.username, 'Secret-123');
    expect(Date.parse((await row()).lastSignInAt)).toBeGreaterThanOrEqual(start);
    const { secret } = await enableTwoFactor(auth, agent.id);
    const { lastSignInAt } = await row();
    const cookie = await firstStep(auth, agent.username);
    expect(await row()).toMatchObject({ hasSecondFactor: true, lastSignInAt });
    await secondStep(auth, cookie, codeAt(secret));
    expect(Date.parse((await row()).lastSignInAt)).toBeGreaterThan(Date.parse(lastSignInAt));
  });
});

describe('the password of an agent', () => {
  const weak: [string, string][] = [
    ['Abcde-123', 'Le mot de passe doit contenir au moins 10 caractères'],
    ['abcdefgh-1', 'Le mot de passe doit contenir au moins une lettre majuscule'],
    ['ABCDEFGH-1', 'Le mot de passe doit contenir au moins une lettre minuscule'],
    ['Abcdefghi-', 'Le mot de passe doit contenir au moins un chiffre'],
    ['Abcdefghi1', 'Le mot de passe doit contenir au moins un caractère spécial'],
  ];

  it.each(weak)('is not %s in the profile, a reset or an invitation [SEC-029]', async (password, message) => {
    const agent = await createAgent();
    const change = { currentPassword: 'Secret-123', newPassword: password };
    const changed = await request('PATCH', `/api/users/${agent.id}/password`, await auth.signedIn(agent.id), change);
    expect([changed.statusCode, changed.json().message]).toEqual([400, message]);
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email: agent.email } });
    const invitee = await auth.createUser();
    const person = { email: invitee.email, firstName: 'Issa', lastName: 'Sanou', city: 'Lomé' };
    await request('POST', '/api/team', await auth.signedIn(1), person);
    for (const [id, kind] of [
      [agent.id, 'PASSWORD_RESET'],
      [invitee.id, 'AGENT_INVITATION'],
    ] as const) {
      const { token } = await lastToken(auth, id, kind);
      const payload = { token, password };
      const reset = await call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload });
      expect([reset.statusCode, reset.json().message]).toEqual([400, message]);
    }
    expect((await auth.database.user.findUniqueOrThrow({ where: { id: invitee.id } })).isAgent).toBe(false);
  });

  it('is stronger than the administrator’s and customers’ may be [SEC-029]', async () => {
    const customer = await auth.createUser();
    for (const [id, current] of [
      [customer.id, 'Secret-123'],
      [1, ADMIN_PASSWORD],
    ] as const) {
      const change = { currentPassword: current, newPassword: 'kx7-q2' };
      const changed = await request('PATCH', `/api/users/${id}/password`, await auth.signedIn(id), change);
      expect(changed.statusCode).toBe(200);
    }
    const back = { currentPassword: 'kx7-q2', newPassword: ADMIN_PASSWORD };
    await request('PATCH', '/api/users/1/password', await auth.signedIn(1), back);
  });
});

describe('wrong codes after a right password', () => {
  it('are reported by email when there were five, in whatever sign-ins, and forgotten after a right one [SEC-029]', async () => {
    const { user, secret } = await createTwoFactorUser(auth);
    const reports = () => auth.database.userToken.count({ where: { userId: user.id, kind: 'SECOND_FACTOR_GUESSED' } });
    const guess = async (times: number) => {
      const cookie = await firstStep(auth, user.username);
      for (let time = 0; time < times; time += 1) await secondStep(auth, cookie, wrongCodeFor(secret));
      return cookie;
    };
    await guess(4);
    expect(await reports()).toBe(0);
    await guess(1);
    expect(await reports()).toBe(1);
    await secondStep(auth, await guess(4), codeAt(secret));
    await guess(1);
    expect(await reports()).toBe(1);
  });
});

describe('an invitation of an unverified account', () => {
  it('removes the phone number of the stranger who may have registered with the address [SEC-029]', async () => {
    const accept = async (emailVerified: boolean) => {
      const { id, email } = await auth.createUser({ phone: '+226 70123456', emailVerified });
      const person = { email, firstName: 'Issa', lastName: 'Sanou', city: 'Lomé' };
      await request('POST', '/api/team', await auth.signedIn(1), person);
      const payload = { token: (await lastToken(auth, id, 'AGENT_INVITATION')).token, password: 'Nouveau-456' };
      await call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload });
      return (await auth.database.user.findUniqueOrThrow({ where: { id } })).phone;
    };
    expect(await accept(false)).toBeNull();
    expect(await accept(true)).toBe('+226 70123456');
  });
});

it('keeps the session of staff apart from that of customers [SEC-029]', async () => {
  const agent = await createAgent();
  const key = SessionStore.keyOf(sessionIdOf(await auth.login(agent.username, 'Secret-123')));
  expect(await auth.redis.ttl(`session:${key}`)).toBeLessThanOrEqual(12 * 3600);
});

describe('the second factor of an agent', () => {
  const reset = async (id: number, as: Promise<Identity> = auth.signedIn(1)) =>
    request('POST', `/api/team/${id}/second-factor-reset`, await as);

  it('is reset by the administrator, and the team shows it [OFF-013]', async () => {
    const { id } = await createAgent();
    await enableTwoFactor(auth, id);
    const response = await reset(id);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ id, hasSecondFactor: false });
    expect(await auth.database.secondFactor.count({ where: { userId: id } })).toBe(0);
    expect((await reset(id)).statusCode).toBe(409);
  });

  it('takes the open sessions of the agent with it when it is reset: the lost phone may have one', async () => {
    const { id } = await createAgent();
    await enableTwoFactor(auth, id);
    await auth.signedIn(id);
    expect(await auth.sessions.list(id)).not.toEqual([]);
    expect((await reset(id)).statusCode).toBe(200);
    expect(await auth.sessions.list(id)).toEqual([]);
  });

  it('is not reset for people outside the team, nor by an agent', async () => {
    const { user } = await createTwoFactorUser(auth);
    expect((await reset(user.id)).statusCode).toBe(404);
    const agent = await createAgent();
    expect((await reset(agent.id, auth.signedIn(agent.id))).statusCode).toBe(403);
  });
});
