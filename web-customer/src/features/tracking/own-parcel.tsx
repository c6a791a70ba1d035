import type { OwnOrder } from '@fasocolis/contracts/orders';
import type { User } from '@fasocolis/contracts/user';
import OwnLedger from './own-ledger.tsx';
import { ReceptionPhotos } from './reception-photos.tsx';

/** What the owner of a parcel alone is shown: what it costs, and the photos of its receipt. */
export default function OwnParcel({ order, user }: { order: OwnOrder; user: User }) {
  return (
    <>
      {order.due > 0 && <OwnLedger order={order} user={user} />}
      {order.photos && <ReceptionPhotos ids={order.photos} />}
    </>
  );
}
