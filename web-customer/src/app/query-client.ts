import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** A failed query shows its message, if it has one. */
    queryMeta: { errorMessage?: string };
  }
}

export function createQueryClient(): QueryClient {
  // The library assumes that a page is opened online, and would ignore that the network of one opened offline comes
  // back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // "No longer tracked" and "too many lookups" say nothing about the query's data; the screen shows them.
        const isShown = error instanceof ApiError && [410, 429].includes(error.status);
        if (meta?.errorMessage && !isShown) toast({ description: meta.errorMessage, variant: 'destructive' });
      },
    }),
    defaultOptions: { queries: QUERY_DEFAULTS, mutations: { retry: false, networkMode: 'always' } },
  });
}

/** Offline, a request must fail with a message instead of waiting for the network. */
export const QUERY_DEFAULTS = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: 'always',
} as const;
