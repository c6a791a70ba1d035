import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** The message of a query for whose data there is none; other failures are shown by the screen alone. */
    queryMeta: { notFoundMessage?: string };
  }
}

export function createQueryClient(): QueryClient {
  // The library assumes that a page is opened online, and would ignore that the network of one opened offline comes
  // back.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (!meta?.notFoundMessage || !(error instanceof ApiError) || error.status !== 404) return;
        toast({ description: meta.notFoundMessage, variant: 'destructive' });
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
