import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repeatDeletions } from '../src/shared/account-deletion.ts';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
beforeEach(() => auth.database.outboxEvent.deleteMany());
afterAll(() => auth.close());

const leave = (as: Identity | undefined, payload: object = {}) =>
  call(auth.app, { method: 'POST', url: '/api/user/deletion', payload }, as);
const exists = async (id: number) => (await auth.database.user.count({ where: { id } })) === 1;
const deletions = async () =>
  (await auth.database.outboxEvent.findMany({ where: { name: 'user.deleted' } })).map(({ data }) => data);

describe('POST /api/user/deletion', () => {
  it('deletes the account, ends all its sessions, and has its data deleted and the deletion confirmed by email [SEC-014]', async () => {
    const user = await auth.createUser({ email: 'leaving@example.com' });
    await auth.database.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await auth.signedIn(user.id);
    const response = await leave(await auth.signedIn(user.id));
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Votre compte est supprimé' }]);
    expect(await exists(user.id)).toBe(false);
    expect(await auth.sessions.list(user.id)).toEqual([]);
    expect(await deletions()).toEqual([
      { userId: user.id, verifiedEmail: 'leaving@example.com', confirmTo: ['leaving@example.com'] },
    ]);
  });

  it('also confirms it to a former address whose owner can still undo the change', async () => {
    const user = await auth.createUser({ email: 'before@example.com', emailVerified: true });
    const session = await auth.signedIn(user.id);
    const change = { method: 'PATCH', url: `/api/users/${user.id}`, payload: { email: 'after@example.com' } } as const;
    expect((await call(auth.app, change, session)).statusCode).toBe(200);
    await leave(session);
    expect(await deletions()).toEqual([
      { userId: user.id, verifiedEmail: null, confirmTo: ['before@example.com', 'after@example.com'] },
    ]);
  });

  it('requires a recent sign-in or the password [SEC-004]', async () => {
    const user = await auth.createUser();
    const old = await auth.signedIn(user.id, { minutesAgo: 11 });
    const refused = await leave(old);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'reauthentication-required']);
    expect((await leave(old, { currentPassword: 'Faux-1234' })).statusCode).toBe(400);
    expect(await exists(user.id)).toBe(true);
    expect((await leave(old, { currentPassword: 'Secret-123' })).statusCode).toBe(200);
    expect((await leave(undefined)).statusCode).toBe(401);
  });

  it('is refused to the administrator', async () => {
    const response = await leave(await auth.signedIn(1));
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      "L'administrateur principal ne peut pas être supprimé",
    ]);
    expect(await exists(1)).toBe(true);
  });

  it('is not confirmed by email when the administrator deletes the account', async () => {
    const { id } = await auth.createUser();
    await call(auth.app, { method: 'DELETE', url: `/api/users/${id}` }, asAdmin());
    expect(await deletions()).toEqual([{ userId: id, verifiedEmail: null, confirmTo: [] }]);
  });
});

describe('a deleted account', () => {
  it('leaves its number, a hash and the time', async () => {
    const user = await auth.createUser();
    await leave(await auth.signedIn(user.id));
    expect(await auth.database.deletedAccount.findMany({ where: { userId: user.id } })).toEqual([
      { userId: user.id, hash: expect.stringMatching(/^[0-9a-f]{64}$/), deletedAt: expect.any(Date) },
    ]);
  });

  it('is deleted again by the ordinary event when it comes back with a restore, without another email [SEC-014]', async () => {
    const user = await auth.createUser();
    await leave(await auth.signedIn(user.id));
    await auth.database.outboxEvent.deleteMany();
    await auth.database.user.create({ data: user });
    await repeatDeletions(auth.database);
    expect(await exists(user.id)).toBe(false);
    expect(await deletions()).toEqual([{ userId: user.id, verifiedEmail: null, confirmTo: [] }]);
    await repeatDeletions(auth.database);
    expect(await deletions()).toHaveLength(1);
  });

  it('does not take with it another account that has its number since a restore', async () => {
    const user = await auth.createUser();
    await leave(await auth.signedIn(user.id));
    await auth.database.outboxEvent.deleteMany();
    await auth.database.user.create({ data: { ...user, createdAt: new Date(user.createdAt.getTime() + 1) } });
    await repeatDeletions(auth.database);
    expect(await exists(user.id)).toBe(true);
    expect(await deletions()).toEqual([]);
  });
});
