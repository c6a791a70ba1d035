import type { Order } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import Plane from 'lucide-react/icons/plane';
import Ship from 'lucide-react/icons/ship';
import { Link } from 'react-router-dom';
import { arrivalOf } from '../../shared/arrival.ts';
import { paths } from '../../shared/paths.ts';

const MODE_ICONS = { AIR: Plane, SEA: Ship };

export function ParcelFacts({ order: { mode, recipientName } }: { order: Order }) {
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
    </>
  );
}

export function Arrival({ order }: { order: Order }) {
  const { label, text, isComputed } = arrivalOf(order);
  return (
    <div className="mt-4 rounded-xl bg-canvas p-3 sm:px-4">
      <p className="text-sm text-ink-soft">{label}</p>
      <p
        className={`font-bold tracking-tight text-brand tabular-nums ${isComputed ? 'text-lg text-balance sm:text-xl' : 'text-2xl'}`}
      >
        {text}
      </p>
      {isComputed && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          d'après nos colis des 90 derniers jours
          <Link
            to={paths.transitTimes}
            className="inline-flex min-h-11 items-center rounded-lg font-semibold text-brand underline underline-offset-4"
          >
            Nos délais
          </Link>
        </p>
      )}
    </div>
  );
}
