import { ProductSchema } from '@fasocolis/contracts/catalog';
import { api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';

const ProductsSchema = z.array(ProductSchema);

export const productQueries = {
  /** The `count` newest products. */
  newest: (count: number) =>
    queryOptions({
      queryKey: ['products', 'newest', count],
      queryFn: ({ signal }) => {
        const range = new URLSearchParams({ range: JSON.stringify([0, count - 1]) });
        return api.get(`/api/products?${range}`, ProductsSchema, { signal });
      },
    }),
};
