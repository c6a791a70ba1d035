import { toastStore } from '@fasocolis/web-kit/toast-store';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionQuery } from '../../shared/session.ts';
import { useSaveOrder } from './save-order.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('saving an order', () => {
  it('asks for a sign-in, without any request, when no user is signed in', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch');
    const client = new QueryClient();
    client.setQueryData(sessionQuery.queryKey, null);
    const { result } = renderHook(() => useSaveOrder({ order: { id: 3, reference: 'FC-2026' }, user: null }), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    result.current.mutate(true);
    await waitFor(() => expect(client.getQueryState(sessionQuery.queryKey)).toMatchObject({ isInvalidated: true }));
    expect(toastStore.getSnapshot()).toMatchObject({
      title: 'Non authentifié',
      description: 'Veuillez connecter pour sauvegarder cette commande',
      variant: 'destructive',
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});
