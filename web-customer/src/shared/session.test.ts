import { UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionQuery } from './session.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const answering = (status: number, body = '') =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }));
const session = () => new QueryClient().fetchQuery(sessionQuery);

describe('the session query', () => {
  it('returns null on status 401, where any other request throws [SHELL-045]', async () => {
    answering(401, '{"message":"Non authentifié","code":"unauthenticated"}');
    expect(await session()).toBeNull();
    await expect(api.get('/api/user', UserSchema)).rejects.toThrow('401: Non authentifié');
  });

  it('returns null for a visitor, for whom the gateway sends 204', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
    expect(await session()).toBeNull();
    expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ prefer: 'handling=lenient' });
  });

  it('returns null when the server or the network fails', async () => {
    answering(500);
    expect(await session()).toBeNull();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await session()).toBeNull();
  });
});
