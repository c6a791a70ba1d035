import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.tsx';

const OrderList = lazyScreen(() => import('./order-list.tsx'));

export const orders = { name: 'orders', list: OrderList, recordRepresentation: 'reference' } satisfies ResourceProps;
