import type { Notification } from '@fasocolis/contracts/notifications';
import { notificationsQuery } from '@fasocolis/web-kit/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BADGE_REFRESH, FloatingBadge } from './unread-badge.tsx';

const AWA = 7;
const unread = (count: number): Notification[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    title: 'Bonjour',
    body: 'Bienvenue',
    isRead: false,
    isGlobal: true,
    targetUserId: null,
    sentAt: '2026-03-05T14:07:00.000Z',
  }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
const badge = () => screen.queryByTestId('floating-unread-badge')?.textContent;

describe('the floating badge', () => {
  it('follows the count within 500 ms, without any request, and disappears at 0 [SHELL-038, CONST-017]', () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const client = new QueryClient();
    const know = (count: number) => client.setQueryData(notificationsQuery(AWA).queryKey, unread(count));
    know(3);
    render(
      <QueryClientProvider client={client}>
        <FloatingBadge userId={AWA} />
      </QueryClientProvider>,
    );
    expect(BADGE_REFRESH).toBe(500);
    expect(badge()).toBe('3');
    for (const [count, shown] of [
      [4, '4'],
      [120, '99+'],
      [0, undefined],
      [1, '1'],
    ] as const) {
      know(count);
      wait(500);
      expect(badge()).toBe(shown);
    }
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is a child of the document body, wherever it is used', () => {
    const client = new QueryClient();
    client.setQueryData(notificationsQuery(AWA).queryKey, unread(1));
    render(
      <QueryClientProvider client={client}>
        <FloatingBadge userId={AWA} />
      </QueryClientProvider>,
    );
    expect(screen.getByTestId('floating-unread-badge').parentElement).toBe(document.body);
  });
});
