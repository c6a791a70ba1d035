import { PAGE_SLUGS, type PageSlug } from '@fasocolis/contracts/pages';
import { ENTRY_PAGES, RENDERED_PAGES, type RenderedPage, USER_PAGES } from '@fasocolis/contracts/site-paths';
import { NUMBER_TOKEN_PARAMETER } from '@fasocolis/contracts/whatsapp';
import { ApiError } from '@fasocolis/web-kit/api';
import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router-dom';
import { cataloguePage, productQueries } from '../features/catalog/product-queries.ts';
import { pageQuery } from '../features/content/page-query.ts';
import { pickupPointsQuery } from '../features/tracking/situation.tsx';
import { trackingQueries } from '../features/tracking/tracking-queries.ts';
import { transitTimesQuery } from '../features/transit-times/transit-times.tsx';
import { choiceQuery } from '../features/whatsapp-choice/whatsapp-choice.tsx';
import { providersQuery } from '../shared/social-sign-in.ts';
import { supportNumberQuery } from '../shared/support-link.tsx';

/** The parameters of the query that pages depend on. */
export const PAGE_PARAMETERS = ['tracking', 'page', NUMBER_TOKEN_PARAMETER];

interface Visit {
  queryClient: QueryClient;
  params: Readonly<Record<string, string | undefined>>;
  searchParams: URLSearchParams;
}

/** Fetches what a page shows. @returns the status of the page; null when the browser has to draw it */
type Load = (visit: Visit) => Promise<number | null>;

const home: Load = async ({ queryClient, params, searchParams }) => {
  const reference = params.reference ?? searchParams.get('tracking')?.trim();
  const numberToken = searchParams.get(NUMBER_TOKEN_PARAMETER);
  const choice = numberToken && queryClient.prefetchQuery(choiceQuery(numberToken));
  if (!reference) {
    await Promise.all([queryClient.prefetchQuery(productQueries.newest), choice]);
    return 200;
  }
  const order = trackingQueries.order(reference);
  await Promise.all([
    queryClient.prefetchQuery(order),
    queryClient.prefetchQuery(trackingQueries.events(reference)),
    choice,
    queryClient.prefetchQuery(supportNumberQuery),
  ]);
  const found = queryClient.getQueryData(order.queryKey);
  if (found?.order?.situation?.kind === 'ready') await queryClient.prefetchQuery(pickupPointsQuery);
  const isOnlyAlike = found?.matches?.orders.length === 0;
  return isOnlyAlike ? 404 : outcome(queryClient, order.queryKey);
};

const LOADS: Record<RenderedPage, Load> = {
  home,
  homeOfProducts: home,
  parcel: home,
  async product({ queryClient, params: { id = '' } }) {
    const detail = productQueries.detail(id);
    await Promise.all([
      queryClient.prefetchQuery(detail),
      queryClient.prefetchQuery(productQueries.paragraph),
      queryClient.prefetchQuery(supportNumberQuery),
    ]);
    return outcome(queryClient, detail.queryKey);
  },
  async products({ queryClient, searchParams }) {
    const catalogue = productQueries.catalogue(cataloguePage(searchParams));
    await queryClient.prefetchInfiniteQuery(catalogue);
    return outcome(queryClient, catalogue.queryKey);
  },
  async transitTimes({ queryClient }) {
    await queryClient.prefetchQuery(transitTimesQuery);
    return outcome(queryClient, transitTimesQuery.queryKey);
  },
  // With the outcome of a sign-in at a provider, or the second step, it shows nothing before the session is known.
  async auth({ queryClient, searchParams }) {
    if (searchParams.size > 0) return null;
    await queryClient.prefetchQuery(providersQuery);
    return 200;
  },
  ...(Object.fromEntries(PAGE_SLUGS.map((slug) => [slug, staticPage(slug)])) as Record<PageSlug, Load>),
};

function staticPage(slug: PageSlug): Load {
  return async ({ queryClient }) => {
    await queryClient.prefetchQuery(pageQuery(slug));
    return outcome(queryClient, pageQuery(slug).queryKey);
  };
}

const routesOf = (pages: Record<string, string>) => Object.entries(pages).map(([id, path]) => ({ id, path }));
const RENDERED_ROUTES = routesOf(RENDERED_PAGES);
const PRIVATE_ROUTES = routesOf({ ...ENTRY_PAGES, ...USER_PAGES });

/**
 * Fetches what a rendered page shows.
 * @returns the status of the page; null for a page that is drawn in the browser alone
 */
export async function loadPageData(queryClient: QueryClient, { pathname, searchParams }: URL): Promise<number | null> {
  const [found] = matchRoutes(RENDERED_ROUTES, pathname) ?? [];
  if (found) return LOADS[found.route.id as RenderedPage]({ queryClient, params: found.params, searchParams });
  return matchRoutes(PRIVATE_ROUTES, pathname) ? null : 404;
}

function outcome(queryClient: QueryClient, queryKey: readonly unknown[]): number {
  const error = queryClient.getQueryState(queryKey)?.error;
  if (!error) return 200;
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 410 || status === 429) return status;
  return status === 400 || status === 404 ? 404 : 503;
}
