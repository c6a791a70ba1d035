import { type Product, ProductSchema, ProductsSchema } from '@fasocolis/contracts/catalog';
import { AppSettingSchema } from '@fasocolis/contracts/content';
import { api } from '@fasocolis/web-kit/api';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** Products that the home screen shows. */
export const NEWEST = 6;
/** Products of the catalogue that are loaded at a time: whole rows of one to four. */
const PORTION = 24;

const products = (first: number, last: number, signal: AbortSignal) => {
  const range = new URLSearchParams({ range: JSON.stringify([first, last]) });
  return api.get(`/api/products?${range}`, ProductsSchema, { signal });
};

const newest = queryOptions({
  queryKey: ['products', 'newest'],
  queryFn: ({ signal }) => products(0, NEWEST - 1, signal),
});

const catalogue = infiniteQueryOptions({
  queryKey: ['products', 'catalogue'],
  // One more than is shown tells whether there are others.
  queryFn: ({ pageParam, signal }) => products(pageParam, pageParam + PORTION, signal),
  initialPageParam: 0,
  getNextPageParam: (portion, _all, first) => (portion.length > PORTION ? first + PORTION : undefined),
  select: ({ pages }) => pages.flatMap((portion) => portion.slice(0, PORTION)),
});

export const productQueries = {
  newest,
  catalogue,
  detail: (id: string) =>
    queryOptions({
      queryKey: ['products', 'detail', id],
      queryFn: ({ signal }) => api.get(`/api/products/${encodeURIComponent(id)}`, ProductSchema, { signal }),
    }),
  /** What is said of every product. */
  paragraph: queryOptions({
    queryKey: ['app-settings', 'product_detail_paragraph'],
    queryFn: ({ signal }) => api.get('/api/app-settings/product_detail_paragraph', AppSettingSchema, { signal }),
  }),
};

/** A product that was just seen in a list: shown at once while it is asked for anew. */
export function seenProduct(queryClient: QueryClient, id: string): Product | undefined {
  const seen = [
    ...(queryClient.getQueryData(newest.queryKey) ?? []),
    ...(queryClient.getQueryData(catalogue.queryKey)?.pages.flat() ?? []),
  ];
  return seen.find((product) => String(product.id) === id);
}
