import { isBuiltInStatus, ORDER_STATUSES, statusLabel } from '@fasocolis/contracts/order-status';
import type { OrderStatus } from '@fasocolis/contracts/order-status-definitions';
import { useGetList } from 'react-admin';

interface StatusOption {
  id: string;
  name: string;
  /** The order's current status, which the server no longer accepts. */
  disabled?: boolean;
}

const builtIn: StatusOption[] = ORDER_STATUSES.map((code) => ({ id: code, name: statusLabel(code) }));

/**
 * The statuses an order may be given: the five built-in ones, then the active definitions of the administrator's own
 * by their order. The order's current status is always among them.
 */
export function statusOptions(definitions: readonly OrderStatus[], current?: string): StatusOption[] {
  const own = definitions
    .filter(({ code, isActive }) => isActive && !isBuiltInStatus(code))
    .sort((a, b) => a.displayOrder - b.displayOrder)
    .map(({ code, label }) => ({ id: code, name: label }));
  const options = [...builtIn, ...own];
  if (!current || options.some(({ id }) => id === current)) return options;
  return [...options, { id: current, name: `${statusLabel(current)} (inactif)`, disabled: true }];
}

export function useStatusName(): (status: string) => string {
  const options = useStatusOptions();
  return (status) => options.find(({ id }) => id === status)?.name ?? statusLabel(status);
}

/** {@link statusOptions} with the definitions of the server; only the built-in ones until they have loaded. */
export function useStatusOptions(current?: string): StatusOption[] {
  const { data = [] } = useGetList<OrderStatus>('order-statuses', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'displayOrder', order: 'ASC' },
    filter: { isActive: true },
  });
  return statusOptions(data, current);
}
