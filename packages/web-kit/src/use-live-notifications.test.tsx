import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLiveNotifications } from './use-live-notifications.ts';

const POLL_INTERVAL = 10_000;
const CHECK_INTERVAL = 300_000;

/** The sockets opened by a test; the test opens their connections. */
const sockets: TestSocket[] = [];
class TestSocket extends EventTarget {
  send = () => {};
  close = () => {};
  constructor() {
    super();
    sockets.push(this);
  }
  authenticate() {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'auth_success', userId: 7 }) }));
  }
}

const requests = () => vi.mocked(fetch).mock.calls.map(([path]) => path);
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(async () => {
  // The schemas are loaded with the first request, which needs real timers.
  await Promise.all([import('@fasocolis/contracts/errors'), import('@fasocolis/contracts/notifications')]);
  sockets.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', TestSocket);
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json([])),
  );
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
  const hook = renderHook(() => useLiveNotifications({ userId: 7, checkSession: async () => null }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await pass(0);
  expect(requests()).toEqual(['/api/notifications/user/7']);
  return hook;
}

describe('the list of notifications', () => {
  it('is fetched every 10 s while no socket is open, until the user signs out [NOTIF-009, CONST-009] [D-91]', async () => {
    const { unmount } = await start();
    await pass(POLL_INTERVAL - 1);
    expect(requests()).toHaveLength(1);
    await pass(1);
    expect(requests()).toHaveLength(2);
    await pass(2 * POLL_INTERVAL);
    expect(requests()).toHaveLength(4);
    unmount();
    await pass(60_000);
    expect(requests()).toHaveLength(4);
  });

  it('is fetched every 5 minutes while a socket is open [D-91]', async () => {
    await start();
    await act(async () => sockets[0]?.authenticate());
    await pass(0);
    const atConnection = requests().length;
    await pass(CHECK_INTERVAL - 1);
    expect(requests()).toHaveLength(atConnection);
    await pass(1);
    expect(requests()).toHaveLength(atConnection + 1);
  });

  it('is fetched every 10 s again after the socket was lost [D-91]', async () => {
    await start();
    await act(async () => sockets[0]?.authenticate());
    await pass(60_000);
    const whileLive = requests().length;
    await act(async () => sockets[0]?.dispatchEvent(new CloseEvent('close', { code: 1006 })));
    await pass(POLL_INTERVAL);
    expect(requests()).toHaveLength(whileLive + 1);
  });

  it('is not fetched while the tab is hidden [D-91]', async () => {
    await start();
    focusManager.setFocused(false);
    await pass(60_000);
    expect(requests()).toHaveLength(1);
    focusManager.setFocused(true);
    await pass(POLL_INTERVAL);
    expect(requests()).toHaveLength(2);
  });
});
