import type { Change } from '@fasocolis/contracts/changes';
import type { Agent } from '@fasocolis/contracts/team';
import type { Identity } from '@fasocolis/service-kit/auth/identity';
import { asAdmin, asAgent, asUser, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;
let administrator: Identity;
let recorded: number;
beforeAll(async () => {
  auth = await startAuth();
  administrator = await auth.signedIn(1);
});
beforeEach(async () => {
  // Entries of earlier tests stay: they cannot be deleted.
  recorded = await auth.database.change.count();
});
afterAll(() => auth.close());

const send = async <T>(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<T> => {
  const response = await call(auth.app, { method, url, ...(payload && { payload }) }, administrator);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json<T>();
};
const list = (as: Identity) => call(auth.app, { url: '/api/account-changes' }, as);
/** The entries of this test, newest first. */
const newEntries = async () => {
  const all = (await list(asAdmin())).json<Change[]>();
  return all.slice(0, all.length - recorded);
};

it('an agent who is invited, invited again, changed and revoked is logged [OFF-010]', async () => {
  const person = { email: 'issa@example.com', firstName: 'Issa', lastName: 'Sanou', city: 'Guangzhou' };
  const { id } = await send<Agent>('POST', '/api/team', person);
  await send('POST', `/api/team/${id}/invitation`);
  await send('PATCH', `/api/team/${id}`, { firstName: 'Issa', lastName: 'Sanou', city: 'Yiwu' });
  await send('DELETE', `/api/team/${id}`);
  const entries = await newEntries();
  expect(entries.map(({ action, name, userId }) => [action, name, userId])).toEqual([
    ['revoked', 'Issa Sanou', 1],
    ['changed', 'Issa Sanou', 1],
    ['invited', 'Issa Sanou', 1],
    ['invited', 'Issa Sanou', 1],
  ]);
  expect(entries[1]).toMatchObject({ subject: 'agent', before: { city: 'Guangzhou' }, after: { city: 'Yiwu' } });
});

it('the second factor that is demanded of the team, or reset, is logged [OFF-010]', async () => {
  const { id } = await auth.createUser({ username: 'locked-out' });
  const data = { invitedAt: new Date(), joinedAt: new Date(), isAgent: true, secondFactorSince: new Date() };
  await auth.database.user.update({ where: { id }, data });
  await send('POST', `/api/team/${id}/second-factor-reset`);
  await send('PATCH', '/api/team/security', { requiresSecondFactor: true });
  await send('PATCH', '/api/team/security', { requiresSecondFactor: true });
  await send('PATCH', '/api/team/security', { requiresSecondFactor: false });
  expect(await newEntries()).toMatchObject([
    { subject: 'team-security', action: 'changed', after: { requiresSecondFactor: false } },
    { subject: 'team-security', action: 'changed', after: { requiresSecondFactor: true } },
    { subject: 'agent', subjectId: String(id), action: 'second-factor-reset' },
  ]);
});

it('a change of an account by the administrator is logged without its values, and one by its owner is not [OFF-010]', async () => {
  const user = await auth.createUser();
  await send('PATCH', `/api/users/${user.id}`, { firstName: 'Aïcha', phone: '+22671440011' });
  const entries = await newEntries();
  expect(entries).toMatchObject([
    {
      ...{ subject: 'user', subjectId: String(user.id), name: `n° ${user.id}`, action: 'changed', userId: 1 },
      ...{ before: null, after: { changed: 'Prénom, Téléphone' } },
    },
  ]);
  const own = { method: 'PATCH', url: `/api/users/${user.id}`, payload: { firstName: 'Awa' } } as const;
  await call(auth.app, own, await auth.signedIn(user.id));
  expect(await newEntries()).toEqual(entries);
});

it('an account that the administrator deletes is logged by its number alone [OFF-010]', async () => {
  const { id, email } = await auth.createUser({ username: 'forgotten' });
  await send('DELETE', `/api/users/${id}`);
  const entries = await newEntries();
  expect(entries).toMatchObject([
    {
      subject: 'user',
      subjectId: String(id),
      name: `n° ${id}`,
      action: 'deleted',
      userId: 1,
      before: null,
      after: null,
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(email);
});

it('the log of the team is for the administrator alone, and append-only', async () => {
  expect((await list(asUser(2))).statusCode).toBe(403);
  expect((await list(asAgent(9))).statusCode).toBe(403);
  const refused = auth.database.$executeRawUnsafe('TRUNCATE changes');
  await expect(refused).rejects.toThrow('The change log is append-only');
});
