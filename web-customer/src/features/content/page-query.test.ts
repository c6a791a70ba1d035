import { ApiError } from '@fasocolis/web-kit/api';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageQuery } from './page-query.ts';

const page = {
  id: 1,
  slug: 'about',
  title: 'À propos',
  content: '<p>Bonjour</p>',
  lastUpdated: '2026-03-05T10:00:00Z',
};
const jsonResponse = (status: number, body: object) => new Response(JSON.stringify(body), { status });

describe('the query of a static page', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ['a failure of the server', () => Promise.resolve(jsonResponse(500, { message: 'panne' })), 4],
    ['a missing network', () => Promise.reject(new TypeError('Failed to fetch')), 4],
    ['a page that does not exist', () => Promise.resolve(jsonResponse(404, { message: 'absente' })), 1],
  ])('after %s is retried as often as it can help [PAGE-010, CONST-035]', async (_case, respond, calls) => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(respond);
    let outcome: unknown;
    void new QueryClient().fetchQuery(pageQuery('about')).catch((error: unknown) => {
      outcome = error;
    });
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(10_000);
      expect(outcome).toBeInstanceOf(ApiError);
    });
    expect(fetch).toHaveBeenCalledTimes(calls);
  });

  it('is fresh for 60 seconds and requested again afterwards [PAGE-010, CONST-035, CONST-011]', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(jsonResponse(200, page)));
    const client = new QueryClient();
    const visit = async () => {
      const leave = new QueryObserver(client, pageQuery('about')).subscribe(() => {});
      await vi.waitFor(() => expect(client.isFetching()).toBe(0));
      leave();
    };
    await visit();
    await vi.waitFor(() => expect(client.getQueryData(pageQuery('about').queryKey)?.content).toBe('<p>Bonjour</p>'));
    await vi.advanceTimersByTimeAsync(59_000);
    await visit();
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    await visit();
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
