import { orderStatusColour, orderStatusLabel, type StatusOfOrder } from '@fasocolis/contracts/order-status';

export function StatusBadge({ order }: { order: StatusOfOrder }) {
  return (
    <span className="fc-badge" data-testid="status-badge" data-colour={orderStatusColour(order)}>
      {orderStatusLabel(order)}
    </span>
  );
}
