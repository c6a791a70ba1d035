import { ApiError } from '@fasocolis/web-kit/api';
import { toastStore } from '@fasocolis/web-kit/toast-store';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

describe('the data cache', () => {
  it('is never stale, never retries and does not refetch on window focus [SHELL-046, CONST-010]', () => {
    expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
    });
  });

  it('shows the message of a failed query that has one, except for 410 and 429', async () => {
    const client = createQueryClient();
    const fail = () => Promise.reject(new Error('panne'));
    const shown: unknown[] = [];
    const unsubscribe = toastStore.subscribe(() => {
      const entry = toastStore.getSnapshot();
      if (entry?.title === 'Erreur') shown.push({ description: entry.description, variant: entry.variant });
    });
    await client.prefetchQuery({ queryKey: ['silent'], queryFn: fail });
    for (const status of [410, 429]) {
      const refused = () => Promise.reject(new ApiError(`${status}: Non`, { status }));
      await client.prefetchQuery({ queryKey: [status], queryFn: refused, meta: { errorMessage: 'Impossible' } });
    }
    await client.prefetchQuery({ queryKey: ['loud'], queryFn: fail, meta: { errorMessage: 'Impossible' } });
    unsubscribe();
    expect(shown).toEqual([{ description: 'Impossible', variant: 'destructive' }]);
  });
});
