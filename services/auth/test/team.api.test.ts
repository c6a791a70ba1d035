import { randomUUID } from 'node:crypto';
import type { Agent } from '@fasocolis/contracts/team';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, lastToken, sessionIdOf, startAuth } from './helpers.ts';

let auth: Auth;
let administrator: Identity;
const audit: { action: string; account: number | null; outcome: string }[] = [];
beforeAll(async () => {
  const write = (line: string) => void audit.push(JSON.parse(line));
  auth = await startAuth({ logStream: { write } });
  administrator = await auth.signedIn(1);
});
afterAll(() => auth.close());

const PASSWORD = 'Guangzhou-2026';
const INVALID = 'Ce lien de réinitialisation est invalide ou a expiré.';
const DAY_MS = 24 * 3_600_000;

let people = 0;
/** The form of an invitation to an address without an account. */
function person(body: object = {}) {
  people += 1;
  return { email: `agent${people}@example.com`, firstName: 'Issa', lastName: 'Sanou', city: 'Guangzhou', ...body };
}

const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as: Identity = administrator) =>
  call(auth.app, { method, url, ...(payload && { payload }) }, as);
const invite = (body: object = person()) => send('POST', '/api/team', body);
const inviteAgain = (id: number) => send('POST', `/api/team/${id}/invitation`);
const revoke = (id: number) => send('DELETE', `/api/team/${id}`);
const accept = (token: string, password = PASSWORD) =>
  call(auth.app, { method: 'POST', url: '/api/auth/reset-password', payload: { token, password } });
const isValid = async (token: string) =>
  (await call(auth.app, { url: `/api/auth/verify-reset-token?token=${token}` })).json().valid;
const listed = async (query = '') => (await call(auth.app, { url: `/api/team${query}` }, asAdmin())).json<Agent[]>();
const stateOf = async (id: number) => (await listed(`?filter={"id":${id}}`))[0]?.state;
const tokenOf = async (id: number) => (await lastToken(auth, id, 'AGENT_INVITATION')).token;

async function invited(body: object = {}) {
  const form = person(body);
  const agent = (await invite(form)).json<Agent>();
  return { ...agent, email: form.email, token: await tokenOf(agent.id) };
}

async function joined(body: object = {}) {
  const agent = await invited(body);
  await accept(agent.token);
  return agent;
}

/** An address whose owner just exchanged it for another. */
async function formerAddress() {
  const { id, email } = await auth.createUser({ emailVerified: true });
  await send('PATCH', `/api/users/${id}`, { email: `moved${id}@example.com` }, await auth.signedIn(id));
  return email;
}

describe('an invitation', () => {
  it('that is sent twice with one key has one link and one response [OFF-001]', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const payload = person();
    const post = () => call(auth.app, { method: 'POST', url: '/api/team', payload, headers }, administrator);
    const [first, second] = await Promise.all([post(), post()]);
    expect(first.statusCode, first.body).toBe(201);
    expect(second.json()).toEqual(first.json());
    expect((await post()).json()).toEqual(first.json());
    const where = { userId: first.json<Agent>().id, kind: 'AGENT_INVITATION' as const };
    expect(await auth.database.userToken.count({ where })).toBe(1);
  });

  it('adds the person to the team and sends an email with a link for seven days [TEAM-001]', async () => {
    const form = person();
    const response = await invite(form);
    expect(response.statusCode).toBe(201);
    const agent = response.json<Agent>();
    const { email, firstName, lastName, city } = form;
    expect(agent).toMatchObject({ email, firstName, lastName, city, state: 'invited', joinedAt: null });
    const { row } = await lastToken(auth, agent.id, 'AGENT_INVITATION');
    expect(row.email).toBe(email);
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBeCloseTo(7 * DAY_MS, -4);
    const event = await auth.database.outboxEvent.findFirst({
      where: { name: 'account.changed', data: { path: ['tokenId'], equals: row.id } },
    });
    expect(event?.data).toEqual({ tokenId: row.id, mail: 'agent-invitation' });
  });

  it('makes the person an agent with the password that the link sets [TEAM-001]', async () => {
    const { id, email, token } = await invited();
    expect(await isValid(token)).toBe(true);
    expect((await auth.login(email, PASSWORD)).statusCode).toBe(401);
    expect((await accept(token)).statusCode).toBe(200);
    const signIn = await auth.login(email, PASSWORD);
    expect(signIn.json()).toMatchObject({ id, isAdmin: false, isAgent: true, emailVerified: true });
    const resolved = await auth.sessions.resolve(sessionIdOf(signIn));
    expect(resolved?.session).toMatchObject({ userId: id, isAdmin: false, isAgent: true });
    expect((await call(auth.app, { url: '/api/user' }, asAgent(id))).json()).toMatchObject({ isAgent: true });
    expect(await stateOf(id)).toBe('active');
  });

  it('reports no change of a password that did not exist', async () => {
    const { id } = await joined();
    expect(await auth.database.userToken.count({ where: { userId: id, kind: 'PASSWORD_CHANGED' } })).toBe(0);
  });

  it('works once', async () => {
    const { token } = await joined();
    expect(await isValid(token)).toBe(false);
    const again = await accept(token, 'Ouagadougou-2026');
    expect([again.statusCode, again.json().message]).toEqual([400, INVALID]);
  });

  it('grants no access to a person who signs in without its link', async () => {
    const { id, email } = await invited();
    await call(auth.app, { method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    const { token } = await lastToken(auth, id, 'PASSWORD_RESET');
    await accept(token);
    expect((await auth.login(email, PASSWORD)).json()).toMatchObject({ id, isAgent: false });
    expect(await stateOf(id)).toBe('invited');
  });

  it('is replaced by the next one, whose link alone works', async () => {
    const { id, token } = await invited();
    expect((await inviteAgain(id)).json()).toMatchObject({ id, state: 'invited' });
    expect(await isValid(token)).toBe(false);
    expect((await accept(await tokenOf(id))).statusCode).toBe(200);
  });

  it('is listed as expired after seven days, and can be sent again', async () => {
    const { id } = await invited();
    const invitedAt = new Date(Date.now() - 7 * DAY_MS);
    await auth.database.user.update({ where: { id }, data: { invitedAt } });
    expect(await stateOf(id)).toBe('expired');
    expect((await inviteAgain(id)).json()).toMatchObject({ state: 'invited' });
  });

  it.each([
    ['email', 'pas une adresse', 'Email invalide'],
    ['firstName', 'I', 'Le prénom doit contenir au moins 2 caractères'],
    ['lastName', '', 'Le nom doit contenir au moins 2 caractères'],
    ['city', ' ', 'La ville doit contenir au moins 2 caractères'],
    ['city', 'https://ville.example', 'Ce nom contient des caractères non autorisés'],
  ])('is refused with %s "%s"', async (field, value, message) => {
    const response = await invite(person({ [field]: value }));
    expect([response.statusCode, response.json().errors]).toEqual([400, { [field]: message }]);
  });

  it.each([
    ['the administrator', async () => 'ADMIN@example.com', "Cette adresse est celle de l'administrateur."],
    ['an agent', async () => (await joined()).email, "Cette personne fait déjà partie de l'équipe."],
    [
      'an invited person',
      async () => (await invited()).email,
      "Cette personne est déjà invitée. Utilisez «\u00a0Renvoyer l'invitation\u00a0» dans la liste.",
    ],
    ['an account that can still restore it', async () => formerAddress(), 'Cet email est déjà utilisé'],
  ])('is refused for the address of %s', async (_who, emailOf, message) => {
    const response = await invite(person({ email: await emailOf() }));
    expect([response.statusCode, response.json().message]).toEqual([409, message]);
  });

  it('of an agent is not sent again', async () => {
    const { id } = await joined();
    expect((await inviteAgain(id)).statusCode).toBe(409);
  });

  it('is written to the audit log, as its acceptance is', async () => {
    const { id } = await joined();
    await revoke(id);
    const lines = audit.map(({ action, account, outcome }) => ({ action, account, outcome }));
    expect(lines.slice(-3)).toEqual([
      { action: 'inviteAgent', account: 1, outcome: 'success' },
      { action: 'invitation-acceptance', account: id, outcome: 'success' },
      { action: 'revokeAgent', account: 1, outcome: 'success' },
    ]);
  });
});

describe('the invitation of a customer', () => {
  it('makes the account an agent’s when it is accepted, not before', async () => {
    const customer = await auth.createUser();
    const { id, token } = await invited({ email: customer.email?.toUpperCase() });
    expect(id).toBe(customer.id);
    expect((await auth.login(customer.email, 'Secret-123')).json()).toMatchObject({ id, isAgent: false });
    await accept(token);
    expect((await auth.login(customer.email, 'Secret-123')).statusCode).toBe(401);
    expect((await auth.login(customer.email, PASSWORD)).json()).toMatchObject({ id, isAgent: true });
  });

  it('ends the sessions and the links of whoever registered with the address before', async () => {
    const former = `attacker${people}@example.com`;
    const customer = await auth.createUser({ username: `attacker${people}`, email: former });
    await auth.database.user.update({ where: { id: customer.id }, data: { emailVerified: true } });
    const session = await auth.signedIn(customer.id);
    const email = `victim${people}@example.com`;
    await send('PATCH', `/api/users/${customer.id}`, { email }, session);
    const { token: restoring } = await lastToken(auth, customer.id, 'EMAIL_CHANGED');
    const { token } = await invited({ email });
    await accept(token);
    expect(await auth.sessions.list(customer.id)).toEqual([]);
    expect((await send('POST', '/api/email/restore', { token: restoring })).statusCode).toBe(400);
  });

  it('is void when the account gets another address', async () => {
    const customer = await auth.createUser();
    const { id, token } = await invited({ email: customer.email });
    const session = await auth.signedIn(id);
    await send('PATCH', `/api/users/${id}`, { email: `elsewhere${id}@example.com` }, session);
    expect(await isValid(token)).toBe(false);
    expect((await accept(token)).statusCode).toBe(400);
  });

  it('sent twenty times at once adds one person', async () => {
    const form = person();
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await invite(form)).statusCode));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await auth.database.user.count({ where: { email: form.email } })).toBe(1);
  });
});

describe('revoking', () => {
  it('ends an agent’s sessions and access at once, and keeps the account as a customer’s [TEAM-001]', async () => {
    const { id, email } = await joined();
    const session = sessionIdOf(await auth.login(email, PASSWORD));
    const response = await revoke(id);
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Accès révoqué' }]);
    expect(await auth.sessions.resolve(session)).toBeNull();
    expect((await auth.login(email, PASSWORD)).json()).toMatchObject({ id, isAgent: false });
    expect(await stateOf(id)).toBe('revoked');
  });

  it('voids an invitation, and leaves a customer’s sessions open', async () => {
    const customer = await auth.createUser();
    const { id, token } = await invited({ email: customer.email });
    await auth.signedIn(id);
    await revoke(id);
    expect((await accept(token)).statusCode).toBe(400);
    expect(await auth.sessions.list(id)).toHaveLength(1);
    expect(await stateOf(id)).toBe('revoked');
  });

  it('may be repeated, and undone by another invitation', async () => {
    const { id, email } = await joined();
    await revoke(id);
    expect((await revoke(id)).statusCode).toBe(200);
    expect((await inviteAgain(id)).json()).toMatchObject({ state: 'invited' });
    expect((await auth.login(email, PASSWORD)).json()).toMatchObject({ isAgent: false });
    await accept(await tokenOf(id));
    expect(await stateOf(id)).toBe('active');
  });

  it('finds neither customers nor the administrator', async () => {
    const customer = await auth.createUser();
    for (const id of [customer.id, 1, 2_000_000_000]) {
      const response = await revoke(id);
      expect([response.statusCode, response.json().message]).toEqual([404, 'Agent non trouvé']);
    }
  });
});

describe('the team', () => {
  it('is listed with names, address, city and state, and found by name', async () => {
    const { id } = await joined({ firstName: 'Fatimata', city: 'Yiwu' });
    expect(await listed('?filter={"q":"fatimata"}')).toMatchObject([{ id, city: 'Yiwu', state: 'active' }]);
  });

  it('gets new names and another city from the administrator', async () => {
    const { id } = await joined();
    const body = { firstName: 'Ali', lastName: 'Zongo', city: 'Ouagadougou' };
    expect((await send('PATCH', `/api/team/${id}`, body)).json()).toMatchObject({ id, ...body });
    expect((await call(auth.app, { url: '/api/user' }, asAgent(id))).json()).toMatchObject({ firstName: 'Ali' });
  });

  it('has no role to give: no call makes a second administrator [TEAM-001, D-03]', async () => {
    const extra = { role: 'ADMIN', isAdmin: true, id: 1 };
    const agent = await joined(extra);
    await send('PATCH', `/api/team/${agent.id}`, { firstName: 'Ali', lastName: 'Zongo', city: 'Yiwu', ...extra });
    await send('PATCH', `/api/users/${agent.id}`, { isAgent: true, ...extra }, asAgent(agent.id));
    const administrators = await auth.database.user.findMany({ where: { role: 'ADMIN' } });
    expect(administrators.map(({ id }) => id)).toEqual([1]);
    const customer = await auth.createUser();
    await send('PATCH', `/api/users/${customer.id}`, { isAgent: true, city: 'Yiwu' }, asUser(customer.id));
    expect((await auth.login(customer.email, 'Secret-123')).json()).toMatchObject({ isAgent: false, isAdmin: false });
  });

  it('is closed to agents, as users and their export are [TEAM-002]', async () => {
    const { id } = await joined();
    const calls = [
      ['GET', '/api/team'],
      ['POST', '/api/team'],
      ['PATCH', `/api/team/${id}`],
      ['POST', `/api/team/${id}/invitation`],
      ['DELETE', `/api/team/${id}`],
      ['GET', '/api/users'],
      ['GET', '/api/users/export/excel'],
      ['PATCH', '/api/users/1'],
      ['DELETE', '/api/users/1'],
    ] as const;
    for (const [method, url] of calls) {
      expect((await call(auth.app, { method, url }, asAgent(id))).statusCode, `${method} ${url}`).toBe(403);
    }
  });
});

describe('the names of staff', () => {
  const namesOf = async (query: string, as = asAgent(2)) =>
    (await call(auth.app, { url: `/api/staff${query}` }, as)).json();

  it('are those of the administrator and of agents with their cities, former ones included, never of customers [TEAM-004]', async () => {
    const active = await joined({ firstName: 'Ablassé' });
    const revoked = await joined({ firstName: 'Boukary' });
    await revoke(revoked.id);
    const deleted = await joined({ firstName: 'Cheick' });
    await send('DELETE', `/api/users/${deleted.id}`);
    const customer = await auth.createUser();
    const pending = await invited();
    const ids = [1, active.id, revoked.id, deleted.id, customer.id, pending.id];
    expect(await namesOf(`?filter={"id":[${ids.join()}]}&sort=["firstName","ASC"]`)).toEqual([
      { id: active.id, firstName: 'Ablassé', lastName: 'Sanou', city: 'Guangzhou' },
      { id: 1, firstName: 'Admin', lastName: 'Principal' },
      { id: revoked.id, firstName: 'Boukary', lastName: 'Sanou', city: 'Guangzhou' },
      { id: deleted.id, firstName: 'Cheick', lastName: 'Sanou' },
    ]);
  });

  it('are found by a part of the name, without accents', async () => {
    const { id } = await joined({ firstName: 'Théophile' });
    expect(await namesOf('?filter={"q":"theo"}', asAdmin())).toMatchObject([{ id }]);
  });

  it('are read by services for their workbooks, those of former agents included', async () => {
    const { id } = await joined({ firstName: 'Dramane' });
    const url = '/internal/staff';
    const read = await call(auth.app, { url }, { kind: 'service', name: 'orders' });
    expect(read.json()).toContainEqual({ id, firstName: 'Dramane', lastName: 'Sanou' });
    expect((await call(auth.app, { url }, asAdmin())).statusCode).toBe(403);
  });

  it('are no business of customers', async () => {
    expect((await call(auth.app, { url: '/api/staff' }, asUser(2))).statusCode).toBe(403);
    expect((await call(auth.app, { url: '/api/staff' })).statusCode).toBe(401);
  });
});
