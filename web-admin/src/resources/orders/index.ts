import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const OrderList = lazyScreen(() => import('./order-list.tsx'));

export const orders = { name: 'orders', list: OrderList, recordRepresentation: 'reference' } satisfies ResourceProps;
