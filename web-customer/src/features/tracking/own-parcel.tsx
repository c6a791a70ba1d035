import type { OwnOrder } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import ImageIcon from 'lucide-react/icons/image';
import { useState } from 'react';
import { Button } from '../../shared/button.tsx';
import OwnLedger from './own-ledger.tsx';

/** What the owner of a parcel alone is shown: what it costs, and the photos of its receipt. */
export default function OwnParcel({ order, user }: { order: OwnOrder; user: User }) {
  return (
    <>
      {order.due > 0 && <OwnLedger order={order} user={user} />}
      {order.photos && <ReceptionPhotos ids={order.photos} />}
    </>
  );
}

/** The photos of the receipt, which are loaded when the owner wants to see them. */
function ReceptionPhotos({ ids }: { ids: readonly number[] }) {
  const [isShown, setShown] = useState(false);
  if (!isShown) {
    return (
      <Button
        label={ids.length > 1 ? `Voir les ${ids.length} photos de la réception` : 'Voir la photo de la réception'}
        className="mt-3 w-full"
        icon={ImageIcon}
        onClick={() => setShown(true)}
      />
    );
  }
  return (
    <ul aria-label="Photos de la réception" className="mt-3 grid gap-2">
      {ids.map((id, index) => (
        <li key={id}>
          <img
            src={`/api/reception-photos/${id}`}
            alt={`Votre colis à la réception, vue ${index + 1}`}
            width={1280}
            height={960}
            className="h-auto w-full rounded-xl bg-canvas"
          />
        </li>
      ))}
    </ul>
  );
}
