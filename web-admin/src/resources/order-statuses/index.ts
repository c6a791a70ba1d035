import type { ResourceProps } from 'react-admin';
import { OrderStatusList } from './order-status-list.tsx';

export const orderStatuses = {
  name: 'order-statuses',
  list: OrderStatusList,
  recordRepresentation: 'label',
} satisfies ResourceProps;
