import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UserLookupResult } from '@fasocolis/contracts/user-lookup';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;
/** The service that has the settings. */
const content = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 1, key: 'client_code_prefix', value: 'LOME', description: null }));
});
beforeAll(async () => {
  await once(content.listen(0, '127.0.0.1'), 'listening');
  auth = await startAuth({ holderUrl: `http://127.0.0.1:${(content.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await auth.close();
  content.close();
});

const ORDERS: Identity = { kind: 'service', name: 'orders' };
const send = (payload: object, identity: Identity = ORDERS) =>
  call(auth.app, { method: 'POST', url: '/internal/users/lookup', payload }, identity);
const idsOf = async (...logins: string[]) => (await send({ logins })).json<UserLookupResult>().map(({ ids }) => ids);

describe('POST /internal/users/lookup', () => {
  it('finds users by id, username and address, whatever the letter case, in the order of the request', async () => {
    const awa = await auth.createUser({ username: 'Awa' });
    const ali = await auth.createUser({ username: 'ali', email: 'Ali@Example.com', emailVerified: true });
    expect(await idsOf('ali@example.COM', ' awa ', String(ali.id), 'personne', '99999999999', '')).toEqual([
      [ali.id],
      [awa.id],
      [ali.id],
      [],
      [],
      [],
    ]);
  });

  it('names no user by an unverified address, and says so [SEC-020]', async () => {
    const { id, email } = await auth.createUser({ username: 'squatter' });
    const logins = [String(email?.toUpperCase()), 'squatter', String(id), 'inconnu@example.com'];
    expect((await send({ logins })).json()).toEqual([
      { login: logins[0], ids: [], isUnverified: true },
      { login: 'squatter', ids: [id] },
      { login: String(id), ids: [id] },
      { login: 'inconnu@example.com', ids: [] },
    ]);
  });

  it('returns both users when the username of one is the id of another', async () => {
    const first = await auth.createUser();
    const second = await auth.createUser({ username: String(first.id), email: 'numero@example.com' });
    expect(await idsOf(String(first.id))).toEqual([[first.id, second.id]]);
  });

  it('finds users by their client codes, whose prefix the setting is, and never by a username of that form [SEC-020, INT-001]', async () => {
    const owner = await auth.createUser({ username: 'cliente' });
    const code = `LOME${1000 + owner.id}`;
    await auth.createUser({ username: code, email: 'impostor@example.com' });
    const other = await auth.createUser({ username: 'awa2024', email: 'awa2024@example.com' });
    expect(await idsOf(code, code.toLowerCase().replace('lome', 'lome-'), 'AWA2024', 'LOME999999')).toEqual([
      [owner.id],
      [owner.id],
      [other.id],
      [],
    ]);
  });

  it('finds users by a client code with something beside it, and returns both whom a bare number may mean', async () => {
    const owner = await auth.createUser();
    const code = `LOME${1000 + owner.id}`;
    expect(await idsOf(`${code}-1`, `Client ${code}`, `${code} Awa`, `${code}@example.com`)).toEqual([
      [owner.id],
      [owner.id],
      [owner.id],
      [],
    ]);
    const namesake = await auth.createUser({ username: `club-${code}`, email: 'club@example.com' });
    expect(await idsOf(namesake.username)).toEqual([[owner.id, namesake.id]]);
    const data = { ...(await auth.database.user.findUniqueOrThrow({ where: { id: owner.id } })), id: 1000 + owner.id };
    expect(await idsOf(String(data.id))).toEqual([[owner.id]]);
    await auth.database.user.create({
      data: { ...data, username: 'autre', usernameKey: 'autre', email: null, emailKey: null, searchText: 'autre' },
    });
    expect(await idsOf(String(data.id))).toEqual([[owner.id, data.id]]);
  });

  it('does not take a phone number for a username [SEC-020]', async () => {
    await auth.createUser({ username: '76-99-11-33', email: 'numero2@example.com' });
    expect(await idsOf('76-99-11-33', '+226 76 99 11 33')).toEqual([[], []]);
  });

  it('is for services only and refuses invalid logins', async () => {
    for (const caller of [asAdmin(), asUser(2), { kind: 'anonymous' } as const]) {
      expect((await send({ logins: ['awa'] }, caller)).statusCode).toBe(403);
    }
    for (const logins of [undefined, 'awa', [7], ['x'.repeat(201)], Array(501).fill('awa')]) {
      expect((await send({ logins })).statusCode).toBe(400);
    }
  });
});

describe('POST /internal/users/phones', () => {
  const phonesOf = (payload: object, identity: Identity = { kind: 'service', name: 'notify' }) =>
    call(auth.app, { method: 'POST', url: '/internal/users/phones', payload }, identity);

  it('returns the users with a phone number who want news over WhatsApp, to notify and orders alone', async () => {
    const awa = await auth.createUser({ phone: '+226 70123456' });
    const ali = await auth.createUser();
    const off = await auth.createUser({ phone: '+226 70123457' });
    const change = { method: 'PATCH', url: `/api/users/${off.id}`, payload: { notifyByWhatsapp: false } } as const;
    expect((await call(auth.app, change, await auth.signedIn(off.id))).json()).toMatchObject({
      notifyByWhatsapp: false,
    });
    const userIds = [awa.id, ali.id, off.id, 2_000_000_000];
    expect((await phonesOf({ userIds })).json()).toEqual([
      { userId: awa.id, name: 'Awa Kaboré', phone: '+226 70123456', hasDeclined: false },
    ]);
    expect((await phonesOf({ userIds, withDeclined: true })).json()).toMatchObject([
      { userId: awa.id, hasDeclined: false },
      { userId: off.id, phone: '+226 70123457', hasDeclined: true },
    ]);
    expect(await auth.database.outboxEvent.findMany({ where: { name: 'user.whatsapp-declined' } })).toMatchObject([
      { data: { userId: off.id, phone: '+226 70123457' } },
    ]);
    expect((await phonesOf({ userIds }, ORDERS)).statusCode).toBe(200);
    for (const caller of [asAdmin(), asUser(2)]) {
      expect((await phonesOf({ userIds }, caller)).statusCode).toBe(403);
    }
  });
});
