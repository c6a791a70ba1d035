import { AppSettingSchema } from '@fasocolis/contracts/app-settings';
import { type Product, ProductSchema, ProductsSchema } from '@fasocolis/contracts/catalog';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** The number of products on the home screen. */
export const NEWEST = 6;
/** The number of products that the catalogue loads at a time: full rows of one to four. */
const PORTION = 24;

const products = (first: number, last: number, signal: AbortSignal) => {
  const range = JSON.stringify([first, last]);
  return api.get('/api/products', ProductsSchema, { query: { range }, signal });
};

const newest = queryOptions({
  queryKey: ['products', 'newest'],
  queryFn: ({ signal }) => products(0, NEWEST - 1, signal),
});

const CATALOGUE = ['products', 'catalogue'];

/** The catalogue from a page on; the first page is 1. */
const catalogue = (page: number) =>
  infiniteQueryOptions({
    queryKey: [...CATALOGUE, page],
    // One more than is shown, to detect whether there are others.
    queryFn: ({ pageParam, signal }) => products(pageParam, pageParam + PORTION, signal),
    initialPageParam: (page - 1) * PORTION,
    getNextPageParam: (portion, _all, first) => (portion.length > PORTION ? first + PORTION : undefined),
    select: ({ pages }) => pages.flatMap((portion) => portion.slice(0, PORTION)),
  });

/** The number of the page in an address; 1 when it is invalid. */
export function cataloguePage(searchParams: URLSearchParams): number {
  const text = searchParams.get('page') ?? '';
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

export const productQueries = {
  newest,
  catalogue,
  detail: (id: string) => apiQuery(['products', 'detail', id], '/api/products/:id', ProductSchema, { params: { id } }),
  paragraph: apiQuery(['app-settings', 'product_detail_paragraph'], '/api/app-settings/:key', AppSettingSchema, {
    params: { key: 'product_detail_paragraph' },
  }),
};

/** A product from a list in the cache: shown at once while it is requested again. */
export function seenProduct(queryClient: QueryClient, id: string): Product | undefined {
  const catalogues = queryClient.getQueriesData<{ pages: Product[][] }>({ queryKey: CATALOGUE });
  const seen = [
    ...(queryClient.getQueryData(newest.queryKey) ?? []),
    ...catalogues.flatMap(([, data]) => data?.pages.flat() ?? []),
  ];
  return seen.find((product) => String(product.id) === id);
}
