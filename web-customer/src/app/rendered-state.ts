import { ApiError } from '@fasocolis/web-kit/api';
import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';

/** The id of the JSON element with the data that a page was rendered from. */
const STATE_ID = 'state';

/** Fields that differ between two fetches of the same data; hydration does not need them. */
const VOLATILE =
  /^(?:dehydratedAt|dataUpdateCount|dataUpdatedAt|errorUpdateCount|errorUpdatedAt|fetch\w+|isInvalidated|mutations)$/;

/** An element with the responses and failures that a page was rendered from. */
export function stateElement(queryClient: QueryClient): string {
  const state = dehydrate(queryClient, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' });
  // Equal data lead to the same element, whenever they were fetched.
  const json = JSON.stringify(state, (key, value: unknown) => (VOLATILE.test(key) ? undefined : value));
  return `<script type="application/json" id="${STATE_ID}">${json.replaceAll('<', '\\u003c')}</script>`;
}

const FRESH = {
  dataUpdateCount: 0,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  fetchStatus: 'idle',
};

/** Fills the cache with the data that this page was rendered from. @returns false when the page was not rendered */
export function hydrateFromPage(queryClient: QueryClient): boolean {
  const text = document.getElementById(STATE_ID)?.textContent;
  if (!text) return false;
  const { queries }: DehydratedState = JSON.parse(text);
  // The data is as old as the page, which may be much older than the start of the app.
  const now = Date.now() - performance.now();
  for (const { queryKey, state: query } of queries) {
    Object.assign(query, { ...FRESH, dataUpdatedAt: query.data === undefined ? 0 : now });
    if (!query.error) continue;
    query.errorUpdatedAt = now;
    query.errorUpdateCount = 1;
    query.error = new ApiError(query.error.message, query.error as ApiError);
    // A new attempt on mount would replace the rendered failure with a placeholder.
    queryClient.setQueryDefaults(queryKey, { retryOnMount: false });
  }
  hydrate(queryClient, { mutations: [], queries });
  return true;
}

/** Fetches what the services could not give when the page was rendered: they may respond by now. */
export function fetchUnavailable(queryClient: QueryClient): void {
  const isUnavailable = ({ state: { error } }: Query) => error instanceof ApiError && error.status >= 500;
  void queryClient.refetchQueries({ predicate: isUnavailable });
}
