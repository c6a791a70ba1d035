import type { OrderStatus } from '@fasocolis/contracts/orders';
import { useGetList } from 'react-admin';
import { type StatusOption, statusOptions } from './status-options.ts';

/** {@link statusOptions} with the definitions of the server; the built-in ones alone until they are there. */
export function useStatusOptions(current?: string): StatusOption[] {
  const { data = [] } = useGetList<OrderStatus>('order-statuses', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'displayOrder', order: 'ASC' },
    filter: { isActive: true },
  });
  return statusOptions(data, current);
}
