import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const OrderStatusList = lazyScreen(() => import('./order-status-list.tsx'));

export const orderStatuses = {
  name: 'order-statuses',
  list: OrderStatusList,
  recordRepresentation: 'label',
} satisfies ResourceProps;
