import type { Order } from '@fasocolis/contracts/orders';
import { writtenPieces } from '@fasocolis/contracts/pieces';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import Plane from 'lucide-react/icons/plane';
import Ship from 'lucide-react/icons/ship';

const MODE_ICONS = { AIR: Plane, SEA: Ship };

export function ParcelFacts({ order }: { order: Order }) {
  const { mode, recipientName } = order;
  const Icon = mode && MODE_ICONS[mode];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
        <span>Chine → Burkina Faso</span>
        {mode && Icon && (
          <span className="inline-flex items-center gap-1">
            <Icon aria-hidden size={16} />
            {TRANSPORT_MODE_LABELS[mode]}
          </span>
        )}
      </p>
      {recipientName && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {'Destinataire\u00a0: '}
          <span className="font-medium text-ink">{recipientName}</span>
        </p>
      )}
      {'passedPieces' in order && order.passedPieces && (
        <p className="text-sm text-ink-soft">
          {'Pièces\u00a0: '}
          <span className="font-medium text-ink">{writtenPieces(order)}</span>
        </p>
      )}
    </>
  );
}
