import { UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { codeOf, keepCode } from '@fasocolis/web-kit/hand-over-codes';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionQuery } from './session.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
});

const respondWith = (status: number, body = '') =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }));
const session = () => new QueryClient().fetchQuery(sessionQuery);

const PARCELS = 'fasocolis:parcels';
const USER = {
  ...{ id: 5, username: 'awa', email: null, emailVerified: false, firstName: 'Awa', lastName: 'Sanou', phone: null },
  ...{ provider: null, providerId: null, isAdmin: false, isAgent: false, notifyByEmail: true, notifyByWhatsapp: true },
  ...{ createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' },
};
/** What the browser has stored after a session of user 5 and then another response. */
async function storedAfter(respond: () => unknown) {
  respondWith(200, JSON.stringify(USER));
  expect(await session()).toMatchObject({ id: 5 });
  localStorage.setItem(PARCELS, '[]');
  respond();
  await session();
  return localStorage.getItem(PARCELS);
}

describe('the parcels stored on the device', () => {
  it.each([
    ['has expired (204)', () => vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))],
    ['was ended on another device (401)', () => respondWith(401, '{"message":"non","code":"unauthenticated"}')],
    ['is another user’s', () => respondWith(200, JSON.stringify({ ...USER, id: 6 }))],
  ])('are deleted when the session %s', async (_, respond) => {
    expect(await storedAfter(respond)).toBeNull();
  });

  it.each([
    ['the session lasts', () => respondWith(200, JSON.stringify(USER))],
    ['the server fails', () => respondWith(503)],
    ['there is no network', () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))],
  ])('stay while %s', async (_, respond) => {
    expect(await storedAfter(respond)).toBe('[]');
  });

  it('stay for a visitor who never signed in', async () => {
    localStorage.setItem(PARCELS, '[]');
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
    await session();
    expect(localStorage.getItem(PARCELS)).toBe('[]');
  });
});

describe('the hand-over codes that wait on the device', () => {
  it('are deleted when the session has ended [SEC-034]', async () => {
    keepCode('scan', '048213');
    await storedAfter(() => respondWith(401, '{"message":"non","code":"unauthenticated"}'));
    expect(codeOf('scan')).toBeUndefined();
  });
});

describe('the session query', () => {
  it('returns null on status 401, where any other request throws [SHELL-045]', async () => {
    respondWith(401, '{"message":"Non authentifié","code":"unauthenticated"}');
    expect(await session()).toBeNull();
    await expect(api.get('/api/user', UserSchema)).rejects.toThrow('401: Non authentifié');
  });

  it('returns null for a visitor, for whom the gateway sends 204', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
    expect(await session()).toBeNull();
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ prefer: 'handling=lenient' });
  });

  it('keeps the user who is known when a later request fails, until the session has ended', async () => {
    const client = new QueryClient();
    respondWith(200, JSON.stringify(USER));
    expect(await client.fetchQuery(sessionQuery)).toMatchObject({ id: 5 });
    respondWith(502);
    expect(await client.fetchQuery(sessionQuery)).toMatchObject({ id: 5 });
    respondWith(401, '{"message":"non","code":"unauthenticated"}');
    expect(await client.fetchQuery(sessionQuery)).toBeNull();
  });

  it('returns null when the server or the network fails', async () => {
    respondWith(500);
    expect(await session()).toBeNull();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await session()).toBeNull();
  });
});
