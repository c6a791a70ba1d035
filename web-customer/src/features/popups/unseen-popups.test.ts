import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unseenPopupsQuery } from './popup-queue.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('unseen popups are requested again after 60 seconds, not before [CONST-011]', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json([])));
  const client = new QueryClient();
  const visit = async () => {
    const leave = new QueryObserver(client, unseenPopupsQuery(7)).subscribe(() => {});
    await vi.waitFor(() => expect(client.isFetching()).toBe(0));
    leave();
  };
  await visit();
  await vi.waitFor(() => expect(client.getQueryData(unseenPopupsQuery(7).queryKey)).toEqual([]));
  await vi.advanceTimersByTimeAsync(59_000);
  await visit();
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  await visit();
  expect(fetch).toHaveBeenCalledTimes(2);
});
