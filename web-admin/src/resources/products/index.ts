import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const ProductList = lazyScreen(() => import('./product-list.tsx'));

export const products = { name: 'products', list: ProductList, recordRepresentation: 'name' } satisfies ResourceProps;
