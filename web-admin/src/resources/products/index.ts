import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

const ProductList = lazy(() => import('./product-list.tsx'));

export const products = { name: 'products', list: ProductList, recordRepresentation: 'name' } satisfies ResourceProps;
