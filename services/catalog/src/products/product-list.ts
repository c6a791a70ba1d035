import { boundedText } from '@fasocolis/contracts/common';
import { matchesSearch } from '@fasocolis/service-kit/data/database';
import {
  defineList,
  findPage,
  IdsFilterSchema,
  type ListRequestOf,
  type Page,
} from '@fasocolis/service-kit/http/lists';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { type ProductRow, WITH_IMAGES, WITHOUT_SEARCH } from './product-presenter.ts';

export const productListSpec = defineList({
  resource: 'products',
  isSearchable: true,
  sortable: ['id', 'name', 'price', 'hasFreeshipping'],
  filters: {
    id: IdsFilterSchema,
    name: boundedText(200),
    price: boundedText(200),
    hasFreeshipping: z.boolean(),
  },
});

export type ProductListRequest = ListRequestOf<typeof productListSpec>;

export function listProducts(database: Database, list: ProductListRequest): Promise<Page<ProductRow>> {
  const where: Prisma.ProductWhereInput = { ...list.filters };
  if (list.search) where.OR = matchesSearch('searchText', list.search);
  return findPage(list, ['id', 'desc'], database.product, { where, include: WITH_IMAGES, omit: WITHOUT_SEARCH });
}
