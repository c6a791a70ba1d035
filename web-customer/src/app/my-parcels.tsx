import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { Order } from '@fasocolis/contracts/orders';
import { isStaff, type User } from '@fasocolis/contracts/user';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { savedOrdersQuery } from '../features/saved-orders/saved-order-queries.ts';
import { Journey } from '../features/tracking/journey.tsx';
import { forgetParcel, rememberParcels, seenParcels } from '../features/tracking/last-seen.ts';
import { preloadResultCard } from '../features/tracking/tracking.tsx';
import { Button, ButtonLink, buttonClass } from '../shared/button.tsx';
import { ClientCode } from '../shared/client-code.tsx';
import { DatedNotice } from '../shared/dated-notice.tsx';
import { ListSkeleton } from '../shared/loading.tsx';
import { paths } from '../shared/paths.ts';
import { useUser } from '../shared/session.ts';
import { ownParcelsQuery } from './own-parcels-query.ts';
import { ParcelRows } from './parcel-rows.tsx';

export interface MyParcelsProps {
  /** The user on the home page, whose first block this is; it is a screen of its own without one. */
  user?: User;
}

/** "Mes colis": those of the user, or those that a visitor has seen on this device. */
export default function MyParcels({ user }: MyParcelsProps) {
  return user ? <HomeParcels user={user} /> : <Screen />;
}

function Screen() {
  const user = useUser();
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:pt-10">
      <title>{`Mes colis - ${PRODUCT_NAME}`}</title>
      <h1 className="mb-4 text-2xl/9 font-bold">Mes colis</h1>
      {user && <FromChina user={user} />}
      {user === undefined && <ListSkeleton text="Chargement de vos colis..." />}
      {user && <ParcelsOf user={user} empty={<Nothing />} />}
      {user === null && <SeenParcels />}
    </div>
  );
}

/** What customers do before a parcel arrives. */
const FromChina = ({ user }: { user: User }) => (
  <div className="mb-4 grid gap-2">
    <ClientCode user={user} />
    <ButtonLink to={paths.announce} label="Annoncer un colis" />
    <ButtonLink to={paths.chinaAddress} label="Mon adresse en Chine" />
  </div>
);

/** Without parcels, and for staff, what visitors see there. */
function HomeParcels({ user }: { user: User }) {
  if (isStaff(user)) return <Journey />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ParcelsOf user={user} empty={<Journey />} />
      <ClientCode user={user} />
    </div>
  );
}

const isOpen = ({ statusKind }: Order) => statusKind !== 'end';

function ParcelsOf({ user, empty }: { user: User; empty: ReactNode }) {
  const own = useQuery(ownParcelsQuery(user.id));
  const saved = useQuery(savedOrdersQuery(user.id));
  const { data: orders = [], dataUpdatedAt } = own;
  // Without a network, the device shows them as it last received them.
  useEffect(() => {
    if (orders.length === 0) return;
    rememberParcels(orders.filter(isOpen), new Date(dataUpdatedAt).toISOString());
    preloadResultCard();
  }, [orders, dataUpdatedAt]);
  if (own.isPending || saved.isPending) return <ListSkeleton text="Chargement de vos colis..." />;
  if (own.isError && !own.data) return <SeenParcels onRetry={() => void own.refetch()} />;
  const followed = (saved.data ?? []).filter(({ id }) => orders.every((order) => order.id !== id));
  const retrySaved = saved.isError && !saved.data && (() => void saved.refetch());
  if (orders.length + followed.length === 0) return retrySaved ? <NotLoaded onRetry={retrySaved} /> : empty;
  const over = orders.filter((order) => !isOpen(order));
  return (
    <Panel>
      {own.isError && <DatedNotice at={new Date(dataUpdatedAt).toISOString()} onRetry={() => void own.refetch()} />}
      {orders.some(isOpen) && (
        <section aria-labelledby="mes-colis">
          <Heading id="mes-colis">Mes colis</Heading>
          <ParcelRows orders={orders.filter(isOpen)} />
        </section>
      )}
      {followed.length > 0 && (
        <section aria-labelledby="que-je-suis">
          <Heading id="que-je-suis">Que je suis</Heading>
          <ParcelRows orders={followed} />
        </section>
      )}
      {retrySaved && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3">
          Les colis que vous suivez n'ont pas pu être chargés.
          <Button label="Réessayer" onClick={retrySaved} />
        </p>
      )}
      {over.length > 0 && (
        <details>
          <summary className="min-h-12 py-3 font-semibold">Livrés et terminés ({over.length})</summary>
          <ParcelRows orders={over} />
        </details>
      )}
    </Panel>
  );
}

/** What this device has received, newest first; it replaces the user's own parcels when those could not be loaded. */
function SeenParcels({ onRetry }: { onRetry?: () => void }) {
  const [parcels, setParcels] = useState(seenParcels);
  const [latest] = parcels;
  if (!latest) return onRetry ? <NotLoaded onRetry={onRetry} /> : <Nothing />;
  const forget = ({ reference }: Order) => {
    forgetParcel(reference);
    setParcels(seenParcels());
  };
  return (
    <Panel>
      {onRetry && <DatedNotice at={latest.seenAt} onRetry={onRetry} />}
      <section aria-labelledby="sur-ce-telephone">
        <Heading id="sur-ce-telephone">Vus sur ce téléphone</Heading>
        <ParcelRows
          orders={parcels.map(({ order }) => order)}
          action={(order) => (
            <button type="button" className={buttonClass('secondary')} onClick={() => forget(order)}>
              Oublier<span className="sr-only"> {order.reference}</span>
            </button>
          )}
        />
      </section>
    </Panel>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4 rounded-2xl bg-surface px-4 py-4 shadow-xl ring-1 ring-hairline sm:px-8">
    {children}
  </div>
);

const Heading = ({ id, children }: { id: string; children: string }) => (
  <h2 id={id} className="text-lg font-bold">
    {children}
  </h2>
);

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => (
  <div
    role="alert"
    className="grid grid-cols-1 justify-items-center gap-4 rounded-2xl bg-surface px-4 py-10 text-center ring-1 ring-hairline"
  >
    <p className="text-lg font-semibold">Vos colis n'ont pas pu être chargés.</p>
    <p className="text-ink-soft">Vérifiez votre connexion à Internet, puis réessayez.</p>
    <Button label="Réessayer" onClick={onRetry} />
  </div>
);

const Nothing = () => (
  <div className="grid grid-cols-1 justify-items-center gap-4 rounded-2xl bg-surface px-4 py-10 text-center ring-1 ring-hairline">
    <p className="text-lg font-semibold">Aucun colis pour le moment</p>
    <ButtonLink to={paths.home} label="Suivre un colis" variant="primary" />
  </div>
);
