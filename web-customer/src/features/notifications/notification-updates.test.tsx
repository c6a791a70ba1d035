import type { User } from '@fasocolis/contracts/user';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationUpdates, POLL_INTERVAL } from './notification-updates.tsx';

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

/** A network in which no socket ever opens. */
class SilentSocket extends EventTarget {
  send = () => {};
  close = () => {};
}

const onPersonalNews = vi.fn<() => void>();
const checkSession = vi.fn<() => Promise<User | null>>();
let answer: () => Response;
const answering = (status: number, body: unknown) => {
  answer = () => new Response(JSON.stringify(body), { status });
};
const calls = () => vi.mocked(fetch).mock.calls.map(([path]) => path);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
/** How many messages there have been. */
const toasts = () => toastStore.getSnapshot()?.id ?? 0;

beforeEach(async () => {
  // Loaded with the first call only: not while the clock stands still.
  await Promise.all([import('@fasocolis/contracts/errors'), import('@fasocolis/contracts/notifications')]);
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => answer()),
  );
  answering(200, []);
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
  return render(
    <QueryClientProvider client={client}>
      <NotificationUpdates user={AWA} checkSession={checkSession} onPersonalNews={onPersonalNews} />
    </QueryClientProvider>,
  );
}

describe('the notifications of somebody who is signed in', () => {
  it('are asked for every 10 seconds, until that is over [NOTIF-009, CONST-009]', async () => {
    expect(POLL_INTERVAL).toBe(10_000);
    const { unmount } = start();
    await pass(0);
    expect(calls()).toEqual(['/api/notifications/user/7']);
    await pass(9999);
    expect(calls()).toHaveLength(1);
    await pass(1);
    expect(calls()).toHaveLength(2);
    await pass(20_000);
    expect(calls()).toHaveLength(4);
    unmount();
    await pass(60_000);
    expect(calls()).toHaveLength(4);
  });

  it('are not asked for while nobody looks', async () => {
    start();
    await pass(0);
    focusManager.setFocused(false);
    await pass(60_000);
    expect(calls()).toHaveLength(1);
    focusManager.setFocused(true);
    await pass(10_000);
    expect(calls()).toHaveLength(2);
  });

  it('are missed once in a run of failures, and again after a success', async () => {
    answering(500, {});
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
    answering(200, []);
    await pass(10_000);
    answering(500, {});
    await pass(20_000);
    expect(toasts()).toBe(before + 2);
  });

  it('have the session checked, without a message, when they are refused', async () => {
    answering(401, { message: 'Non authentifié', code: 'unauthenticated' });
    const before = toasts();
    start();
    await pass(0);
    expect(checkSession).toHaveBeenCalledTimes(1);
    expect(toasts()).toBe(before);
  });

  it('are news when one more is for this person alone, which is not told of the first list', async () => {
    answering(200, [notification(1, 7)]);
    start();
    await pass(0);
    answering(200, [notification(2, null), notification(1, 7)]);
    await pass(11_000);
    expect(onPersonalNews).not.toHaveBeenCalled();
    answering(200, [notification(3, 7), notification(2, null), notification(1, 7)]);
    await pass(10_000);
    expect(onPersonalNews).toHaveBeenCalledTimes(1);
  });
});
