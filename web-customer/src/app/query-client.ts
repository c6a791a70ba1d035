import { ApiError } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    /** A query that names a message has it shown each time it fails. */
    queryMeta: { errorMessage?: string };
  }
}

export function createQueryClient(): QueryClient {
  // A page may well be opened without a network: the library would miss that it comes.
  onlineManager.setOnline(navigator.onLine);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        // "No longer tracked" is something that the screen shows, not a failure.
        const isGone = error instanceof ApiError && error.status === 410;
        if (meta?.errorMessage && !isGone) toast({ description: meta.errorMessage, variant: 'destructive' });
      },
    }),
    defaultOptions: { queries: QUERY_DEFAULTS, mutations: { retry: false, networkMode: 'always' } },
  });
}

/** Offline, a call must fail and say so instead of waiting in silence for the network. */
export const QUERY_DEFAULTS = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  networkMode: 'always',
} as const;
