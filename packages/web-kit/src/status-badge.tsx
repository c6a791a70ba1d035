import { isBuiltInStatus, type OrderStatusCode, statusLabel } from '@fasocolis/contracts/order-status';

const COLOURS: Record<OrderStatusCode, string> = {
  ORDER_CONFIRMED: 'blue',
  PROCESSING: 'yellow',
  IN_TRANSIT: 'purple',
  ARRIVED: 'indigo',
  DELIVERED: 'green',
};

/** An order's status as a coloured label; a status of the administrator's own is neutral. */
export function StatusBadge({ status }: { status: string }) {
  const colour = isBuiltInStatus(status) ? COLOURS[status] : 'neutral';
  return (
    <span className="fc-badge" data-testid="status-badge" data-colour={colour}>
      {statusLabel(status)}
    </span>
  );
}
