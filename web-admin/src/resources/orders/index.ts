import type { ResourceProps } from 'react-admin';
import { OrderList } from './order-list.tsx';

export const orders = { name: 'orders', list: OrderList, recordRepresentation: 'reference' } satisfies ResourceProps;
