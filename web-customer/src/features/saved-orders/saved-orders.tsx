import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { SavedOrder } from '@fasocolis/contracts/saved-orders';
import { ApiError } from '@fasocolis/web-kit/api';
import { longDate, timeGmt } from '@fasocolis/web-kit/dates';
import { StatusBadge } from '@fasocolis/web-kit/status-badge';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ButtonLink, buttonClass } from '../../shared/button.tsx';
import { ClientCode } from '../../shared/client-code.tsx';
import { DatedNotice } from '../../shared/dated-notice.tsx';
import { Disclosure } from '../../shared/disclosure.tsx';
import { Drawing } from '../../shared/drawing.tsx';
import { ListSkeleton } from '../../shared/loading.tsx';
import NeedsNetwork from '../../shared/needs-network.tsx';
import { EmptyState } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { useSignedInUser } from '../../shared/session.ts';
import { savedOrdersQuery, useRemoveSavedOrder } from './saved-order-queries.ts';

export default function SavedOrders() {
  const user = useSignedInUser();
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(savedOrdersQuery(user.id));
  const removal = useRemoveSavedOrder(user);
  const isUnreachable = error instanceof ApiError && error.status === 0;
  const orders = error && !isUnreachable ? [] : (data ?? []);
  const retry = () => void refetch();

  if (isUnreachable && !data) return <NeedsNetwork onRetry={retry} />;
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:pt-10">
      <title>{`Commandes sauvegardées - ${PRODUCT_NAME}`}</title>
      <h1 className="text-2xl/9 font-bold hyphens-auto">Commandes Sauvegardées</h1>
      <ClientCode user={user} />
      <div className="mt-4 grid grid-cols-1 gap-3">
        {isUnreachable && <DatedNotice at={new Date(dataUpdatedAt).toISOString()} onRetry={retry} />}
        {isPending && <ListSkeleton text="Chargement de vos commandes..." />}
        {!isPending && orders.length === 0 && (
          <EmptyState
            drawing={<ShelfDrawing />}
            title="Aucune commande sauvegardée"
            action={<ButtonLink to={paths.home} label="Suivre une commande" variant="primary" />}
          />
        )}
        {orders.length > 0 && (
          <ul className="grid grid-cols-1 gap-3">
            {orders.map((order) => (
              <Row key={order.id} order={order} isBusy={removal.isPending} onRemove={() => removal.mutate(order)} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Row({ order, isBusy, onRemove }: { order: SavedOrder; isBusy: boolean; onRemove: () => void }) {
  const { reference, situation, latestUpdate, latestUpdateTime, updatedAt, createdAt } = order;
  return (
    <li className="rounded-2xl bg-surface px-4 pt-4 pb-1 ring-1 ring-hairline sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-mono text-lg font-bold tracking-wider wrap-anywhere">#{reference}</h2>
        <StatusBadge order={order} />
      </div>
      {situation && (
        <p className="mt-2">
          {situation.label && <span className="text-ink-soft">{situation.label}&nbsp;: </span>}
          <span className="font-semibold tabular-nums">{situation.text}</span>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to={paths.tracking(reference)} className={buttonClass('secondary', 'grow')}>
          Voir détails
          <span className="sr-only"> de {reference}</span>
        </Link>
        <button
          type="button"
          className={buttonClass('secondary', 'grow text-danger!')}
          disabled={isBusy}
          onClick={onRemove}
        >
          Supprimer
          <span className="sr-only"> {reference}</span>
        </button>
      </div>
      <Disclosure summary="Dernière mise à jour" className="mt-2">
        <p className="wrap-anywhere whitespace-pre-line">{latestUpdate ?? 'Aucune mise à jour disponible'}</p>
        <dl className="mt-2 mb-3 text-sm text-ink-soft tabular-nums *:flex *:flex-wrap *:gap-x-3">
          <div>
            <dt>Mise à jour</dt>
            <dd>
              <Moment at={latestUpdateTime ?? updatedAt} />
            </dd>
          </div>
          <div>
            <dt>Création</dt>
            <dd>
              <Moment at={createdAt} />
            </dd>
          </div>
        </dl>
      </Disclosure>
    </li>
  );
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>
    {longDate(at)}, <span className="whitespace-nowrap">{timeGmt(at)}</span>
  </time>
);

function ShelfDrawing() {
  return (
    <Drawing outline="m100 20 34 17v42l-34 17-34-17V37Zm0 34v42M66 37l34 17 34-17">
      <path d="M150 34c4-7 14-6 14 3 0 8-14 17-14 17s-14-9-14-17c0-9 10-10 14-3Z" fill="var(--fc-accent)" />
    </Drawing>
  );
}
