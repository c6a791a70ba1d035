import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { NUMBER_TOKEN_PARAMETER } from '@fasocolis/contracts/whatsapp';
import { ApiError } from '@fasocolis/web-kit/api';
import type { QueryClient } from '@tanstack/react-query';
import { matchPath, matchRoutes } from 'react-router-dom';
import { cataloguePage, productQueries } from '../features/catalog/product-queries.ts';
import { pageQuery } from '../features/content/page-query.ts';
import { trackingQueries } from '../features/tracking/tracking-queries.ts';
import { transitTimesQuery } from '../features/transit-times/transit-times-query.ts';
import { choiceQuery } from '../features/whatsapp-choice/choice-query.ts';
import { paths } from '../shared/paths.ts';
import { supportNumberQuery } from '../shared/support-link.tsx';

/** Screens of one user, or behind a link of an email: they are drawn in the browser. */
const PRIVATE = [
  'auth',
  'facebook-help',
  'forgot-password',
  'reset-password',
  'verify-email',
  'annuler-changement',
  'desabonnement',
  'notifications',
  'profile',
  'saved-orders',
];

/** The parameters of the query that pages depend on. */
export const PAGE_PARAMETERS = ['tracking', 'page', NUMBER_TOKEN_PARAMETER];

/** The status of a page without data: 404 for unknown paths, null for those that are not rendered. */
const statusOf = (pathname: string) => (PRIVATE.some((path) => matchPath(path, pathname)) ? null : 404);

/**
 * Fetches what a public page shows.
 * @returns the status of the page; null for a page that is drawn in the browser alone
 */
export async function loadPageData(queryClient: QueryClient, { pathname, searchParams }: URL): Promise<number | null> {
  // Unlike matchPath, this decodes the path as the router does.
  const [shortLink] = matchRoutes([{ path: '/c/:reference' }], pathname) ?? [];
  const reference = shortLink?.params.reference ?? searchParams.get('tracking')?.trim();
  const isHome = ['/', '/home'].includes(pathname);
  const productId = matchPath('/product/:id', pathname)?.params.id;
  const slug = PAGE_SLUGS.find((each) => matchPath(each, pathname));

  const numberToken = searchParams.get(NUMBER_TOKEN_PARAMETER);
  const choice = numberToken && (isHome || shortLink) && queryClient.prefetchQuery(choiceQuery(numberToken));

  if (reference && (isHome || shortLink)) {
    const order = trackingQueries.order(reference);
    await Promise.all([
      queryClient.prefetchQuery(order),
      queryClient.prefetchQuery(trackingQueries.events(reference)),
      choice,
      queryClient.prefetchQuery(supportNumberQuery),
    ]);
    return outcome(queryClient, order.queryKey);
  }
  if (isHome) {
    await Promise.all([queryClient.prefetchQuery(productQueries.newest), choice]);
    return 200;
  }
  if (productId) {
    const detail = productQueries.detail(productId);
    await Promise.all([
      queryClient.prefetchQuery(detail),
      queryClient.prefetchQuery(productQueries.paragraph),
      queryClient.prefetchQuery(supportNumberQuery),
    ]);
    return outcome(queryClient, detail.queryKey);
  }
  if (matchPath('/products', pathname)) {
    const catalogue = productQueries.catalogue(cataloguePage(searchParams));
    await queryClient.prefetchInfiniteQuery(catalogue);
    return outcome(queryClient, catalogue.queryKey);
  }
  if (matchPath(paths.transitTimes, pathname)) {
    await queryClient.prefetchQuery(transitTimesQuery);
    return outcome(queryClient, transitTimesQuery.queryKey);
  }
  if (slug) {
    await queryClient.prefetchQuery(pageQuery(slug));
    return outcome(queryClient, pageQuery(slug).queryKey);
  }
  return statusOf(pathname);
}

function outcome(queryClient: QueryClient, queryKey: readonly unknown[]): number {
  const error = queryClient.getQueryState(queryKey)?.error;
  if (!error) return 200;
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 410 || status === 429) return status;
  return status === 400 || status === 404 ? 404 : 503;
}
