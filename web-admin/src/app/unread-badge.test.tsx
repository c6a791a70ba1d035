import { ADMIN_ID } from '@fasocolis/contracts/auth';
import type { Notification } from '@fasocolis/contracts/notifications';
import { notificationsQuery } from '@fasocolis/web-kit/notifications';
import { focusManager, QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BADGE_REFRESH, UnreadBadge } from './unread-badge.tsx';

const notification = (id: number, isRead: boolean): Notification => ({
  id,
  title: 'Bonjour',
  body: 'à tous',
  isRead,
  isGlobal: true,
  targetUserId: null,
  sentAt: '2026-03-05T14:07:00.000Z',
});
/** A network in which no socket ever opens. */
class SilentSocket extends EventTarget {
  send = () => {};
  close = () => {};
}
const badge = () => screen.queryByTestId('floating-unread-badge');
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the badge of the back office follows the known list every 2 s, without a call of its own [ADM-NAV-032, CONST-017]', async () => {
  const list = [notification(1, false)];
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(JSON.stringify(list)));
  vi.stubGlobal('fetch', fetch);
  const queryClient = new QueryClient();
  render(
    <CoreAdminContext queryClient={queryClient}>
      <UnreadBadge userId={ADMIN_ID} />
    </CoreAdminContext>,
  );
  await pass(BADGE_REFRESH);
  expect(badge()?.textContent).toBe('1');
  expect(fetch).toHaveBeenCalledOnce();

  for (const [known, text] of [
    [[notification(1, false), notification(2, false), notification(3, true)], '2'],
    [Array.from({ length: 120 }, (_, id) => notification(id, false)), '99+'],
    [[notification(1, true)], undefined],
  ] as const) {
    queryClient.setQueryData(notificationsQuery(ADMIN_ID).queryKey, [...known]);
    await pass(2000);
    expect(badge()?.textContent).toBe(text);
  }
  expect(fetch).toHaveBeenCalledOnce();
});

it('the badge of the back office fetches the list every 10 s without a socket, and not in a hidden tab [D-91]', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json([]));
  vi.stubGlobal('fetch', fetch);
  render(
    <CoreAdminContext queryClient={new QueryClient()}>
      <UnreadBadge userId={ADMIN_ID} />
    </CoreAdminContext>,
  );
  await pass(0);
  expect(fetch).toHaveBeenCalledTimes(1);
  await pass(9_999);
  expect(fetch).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(fetch).toHaveBeenCalledTimes(2);
  focusManager.setFocused(false);
  await pass(60_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});
