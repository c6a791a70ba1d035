import type { User } from '@fasocolis/contracts/user';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationUpdates } from './notification-updates.tsx';

const AWA: User = {
  id: 7,
  username: 'awa',
  email: null,
  emailVerified: false,
  firstName: 'Awa',
  lastName: 'Traoré',
  phone: null,
  provider: null,
  providerId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
  notifyByEmail: true,
};
const notification = (id: number, targetUserId: number | null) => ({
  id,
  title: 'En Transit',
  body: 'FC-ABCD2345',
  isRead: false,
  isGlobal: targetUserId === null,
  targetUserId,
  sentAt: '2026-03-05T14:07:00.000Z',
});

/** A network without WebSockets. */
class SilentSocket extends EventTarget {
  send = () => {};
  close = () => {};
}

const onPersonalNews = vi.fn<() => void>();
const onOpen = vi.fn<(reference: string) => void>();
const checkSession = vi.fn<() => Promise<User | null>>();
let respond: () => Response;
const respondWith = (status: number, body: unknown) => {
  respond = () => new Response(JSON.stringify(body), { status });
};
const calls = () => vi.mocked(fetch).mock.calls.map(([path]) => path);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** The number of toasts so far. */
const toasts = () => toastStore.getSnapshot()?.id ?? 0;

beforeEach(async () => {
  // Loaded with the first request, which needs real timers.
  await Promise.all([import('@fasocolis/contracts/errors'), import('@fasocolis/contracts/notifications')]);
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => respond()),
  );
  respondWith(200, []);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
  return render(
    <QueryClientProvider client={client}>
      <NotificationUpdates user={AWA} checkSession={checkSession} onPersonalNews={onPersonalNews} onOpen={onOpen} />
    </QueryClientProvider>,
  );
}

describe('the notifications of a signed-in user', () => {
  it('show a toast for the first of consecutive failures, and again after a success', async () => {
    respondWith(500, {});
    const before = toasts();
    start();
    await pass(0);
    expect(toasts()).toBe(before + 1);
    expect(toastStore.getSnapshot()).toMatchObject({
      title: 'Erreur',
      description: 'Erreur lors de la récupération des notifications',
    });
    await pass(30_000);
    expect(calls()).toHaveLength(4);
    expect(toasts()).toBe(before + 1);
    respondWith(200, []);
    await pass(10_000);
    respondWith(500, {});
    await pass(20_000);
    expect(toasts()).toBe(before + 2);
  });

  it('check the session without a toast after a 401', async () => {
    respondWith(401, { message: 'Non authentifié', code: 'unauthenticated' });
    const before = toasts();
    start();
    await pass(0);
    expect(checkSession).toHaveBeenCalledTimes(1);
    expect(toasts()).toBe(before);
  });

  it('call onNews when one is added for this user only, not on the first load', async () => {
    respondWith(200, [notification(1, 7)]);
    start();
    await pass(0);
    respondWith(200, [notification(2, null), notification(1, 7)]);
    await pass(11_000);
    expect(onPersonalNews).not.toHaveBeenCalled();
    respondWith(200, [notification(3, 7), notification(2, null), notification(1, 7)]);
    await pass(10_000);
    expect(onPersonalNews).toHaveBeenCalledTimes(1);
  });
});
