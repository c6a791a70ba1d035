import { writtenFrancs } from '@fasocolis/contracts/money/francs';
import type { Order } from '@fasocolis/contracts/orders';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../shared/paths.ts';

interface Props {
  orders: readonly Order[];
  action?: (order: Order) => ReactNode;
}

/** Parcels as a list: reference, status, courier numbers, place, what is true now, the code of one that is ready, and what is owed. */
export function ParcelRows({ orders, action }: Props) {
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        <li key={order.id} className="flex flex-wrap items-center gap-x-2">
          <Link to={paths.tracking(order.reference)} className="block min-h-11 min-w-0 grow basis-40 py-3">
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-mono font-bold tracking-wider wrap-anywhere">{order.reference}</span>
              <StatusBadge order={order} />
            </span>
            {'aliases' in order && order.aliases.length > 0 && (
              <span className="mt-1 block font-mono text-sm wrap-anywhere text-ink-soft">
                {order.aliases.join(', ')}
              </span>
            )}
            <LastPlace order={order} />
            <SituationLine order={order} />
            {'due' in order && order.due > order.paid && (
              <span className="mt-1 block text-lg font-bold tabular-nums">
                {`À payer\u00a0: ${writtenFrancs(order.due - order.paid)}`}
              </span>
            )}
          </Link>
          {action?.(order)}
        </li>
      ))}
    </ul>
  );
}

/** Parcels under way have it: the situation of others says where they are. */
function LastPlace({ order }: { order: Order }) {
  const isOver = order.statusKind === 'end' || order.situation?.kind === 'ready';
  if (isOver || !('lastPlace' in order) || !order.lastPlace) return null;
  return (
    <span className="mt-1 block">
      <span className="text-ink-soft">Dernier lieu&nbsp;: </span>
      {order.lastPlace}
    </span>
  );
}

function SituationLine({ order }: { order: Order }) {
  const { situation } = order;
  if (!situation) return null;
  const code = 'pickupCode' in order && situation.kind === 'ready' ? order.pickupCode : null;
  const { label, text, town } = situation;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className={situation.kind === 'late' ? 'text-danger' : ''}>
        {label && <span className="text-ink-soft">{label}&nbsp;: </span>}
        <span className="font-semibold tabular-nums">{town ? `${text}, ${town}` : text}</span>
      </span>
      {code && (
        <span className="rounded-lg bg-green-surface px-2 font-mono text-2xl font-bold tracking-widest text-green">
          <span className="sr-only">Code de retrait </span>
          {code}
        </span>
      )}
    </span>
  );
}
