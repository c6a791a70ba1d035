import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isSessionLost, sessionQuery } from '../shared/session.ts';
import { HIDDEN_MS } from './loader.ts';

export function createQueryClient(): QueryClient {
  // The library assumes that a page is opened online, and would ignore that the network of one opened offline comes
  // back.
  onlineManager.setOnline(navigator.onLine);
  const client = new QueryClient({
    mutationCache: new MutationCache({
      // A visitor who signs in with a wrong password has no session.
      onError: (error) => {
        if (isSessionLost(error) && client.getQueryData(sessionQuery.queryKey)) {
          void client.invalidateQueries(sessionQuery);
        }
      },
    }),
    defaultOptions: { queries: QUERY_DEFAULTS, mutations: { retry: false, networkMode: 'always' } },
  });
  return client;
}

/** Offline, a request must fail with a message instead of waiting for the network. */
export const QUERY_DEFAULTS = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: 'always',
} as const;

export function useRefreshWhenVisible(queryClient: QueryClient): void {
  useEffect(() => {
    let hiddenAt = document.hidden ? Date.now() : undefined;
    const onChange = () => {
      if (hiddenAt !== undefined && Date.now() - hiddenAt > HIDDEN_MS) void queryClient.invalidateQueries();
      hiddenAt = document.hidden ? Date.now() : undefined;
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [queryClient]);
}
