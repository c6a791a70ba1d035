import { statusColour, statusLabel } from '@fasocolis/contracts/order-status';

/** An order's status as a coloured label. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className="fc-badge" data-testid="status-badge" data-colour={statusColour(status)}>
      {statusLabel(status)}
    </span>
  );
}
