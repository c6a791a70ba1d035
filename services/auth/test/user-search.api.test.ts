import { asAdmin, call } from '@fasocolis/service-kit/testing/harness';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStoredPhones } from '../src/seed/read-stored-phones.ts';
import { derivedColumns } from '../src/shared/user-row.ts';
import { type Auth, startAuth } from './helpers.ts';

let auth: Auth;

const people = [
  {
    username: 'Fatou_K',
    email: 'courrier@example.com',
    firstName: 'Fatou',
    lastName: 'Kaboré',
    phone: '+226 70111111',
  },
  { username: 'fatoumata', email: null, firstName: 'Awa', lastName: 'Sawadogo', phone: '+226 70222222' },
  { username: 'moussa', email: 'Moussa.Élie@Example.com', firstName: 'Moussa', lastName: 'Fatou', phone: null },
];

beforeAll(async () => {
  auth = await startAuth();
  for (const texts of people) await auth.database.user.create({ data: { ...texts, ...derivedColumns(texts) } });
});
afterAll(() => auth.close());

async function found(filter: object) {
  const query = { filter: JSON.stringify(filter), sort: '["username","ASC"]', range: '[0,24]' };
  const response = await call(auth.app, { url: '/api/users', query }, asAdmin());
  expect(response.statusCode, response.body).toBe(200);
  const names = response.json<{ username: string }[]>().map(({ username }) => username);
  expect(response.headers['content-range']).toBe(
    names.length === 0 ? 'users */0' : `users 0-${names.length - 1}/${names.length}`,
  );
  return names.toSorted();
}

it('the filter "login" finds a part of username or email in any case, not of names or phone [ADM-USR-002]', async () => {
  expect(await found({ login: 'FATOU' })).toEqual(['Fatou_K', 'fatoumata']);
  expect(await found({ login: ' courrier@EX ' })).toEqual(['Fatou_K']);
  expect(await found({ login: 'élie@' })).toEqual(['moussa']);
  expect(await found({ login: 'ÉLIE@' })).toEqual(['moussa']);
  for (const login of ['70111', '+226', 'Kaboré', 'Sawadogo']) expect(await found({ login }), login).toEqual([]);
});

it('a client code finds its user in both searches, whatever its prefix [INT-001]', async () => {
  const { id } = await auth.database.user.findUniqueOrThrow({ where: { usernameKey: 'moussa' } });
  for (const code of [`FASO${1000 + id}`, `bgs-${1000 + id}`]) {
    expect(await found({ login: code })).toEqual(['moussa']);
    expect(await found({ q: code })).toEqual(['moussa']);
  }
  expect(await found({ q: 'FASO9999999' })).toEqual([]);
});

it('the filter "login" treats wildcards as plain text', async () => {
  expect(await found({ login: 'u_k' })).toEqual(['Fatou_K']);
  for (const login of ['%', 'u_m', 'fatou\\']) expect(await found({ login }), login).toEqual([]);
});

it('the filter "login" can be combined with others', async () => {
  expect(await found({ login: 'fatou', q: 'awa' })).toEqual(['fatoumata']);
  const moussa = await auth.database.user.findUniqueOrThrow({ where: { usernameKey: 'moussa' } });
  expect(await found({ login: 'fatou', id: [moussa.id] })).toEqual([]);
});

it('a filter "login" that is not text is refused', async () => {
  const query = { filter: JSON.stringify({ login: 7 }) };
  expect((await call(auth.app, { url: '/api/users', query }, asAdmin())).statusCode).toBe(400);
});

it('the search "q" finds a part of the email address as well [D-96]', async () => {
  expect(await found({ q: 'courrier@EX' })).toEqual(['Fatou_K']);
});

it.each([
  '70111111',
  '70 11 11 11',
  '+226 70 11 11 11',
  '+22670111111',
  '0022670111111',
  '22670111111',
  'kaboré fatou',
  'Fatou 70 11 11',
])('the search for %j finds the account by number and words in any order [READ-012]', async (q) =>
  expect(await found({ q })).toEqual(['Fatou_K']),
);

it('numbers that were stored as typed are read once, and found then; what cannot be called stays [READ-006]', async () => {
  const store = (username: string, phone: string) => {
    const texts = { username, email: null, firstName: 'Ali', lastName: 'Zongo', phone };
    const former = { usernameKey: username, emailKey: null, searchText: `${username} ali zongo ${phone}` };
    return auth.database.user.create({ data: { ...texts, ...former } });
  };
  await store('ali1', '70 33 33 33');
  await store('ali2', '+226 22670444444');
  await store('ali3', '70 55');
  await readStoredPhones(auth.database);
  const users = await auth.database.user.findMany({ where: { lastName: 'Zongo' }, orderBy: { username: 'asc' } });
  expect(users.map(({ phone }) => phone)).toEqual(['+226 70333333', '+226 70444444', '70 55']);
  expect(await found({ q: '+226 70 44 44 44' })).toEqual(['ali2']);
});
