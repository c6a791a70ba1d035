import { type Identity, isStaff } from '@fasocolis/service-kit/auth/identity';
import type { Order } from '../generated/prisma/client.ts';

interface Former {
  alias: string | null;
  order: Pick<Order, 'userId'>;
}

/** Whether an alias finds its order: for staff every one, for owners those of their orders. Former references find for all. */
export type Finder = (former: Former) => boolean;

export const STAFF_FINDER: Finder = () => true;
export const PUBLIC_FINDER: Finder = ({ alias }) => alias === null;

export function finderOf(viewer: Identity): Finder {
  if (isStaff(viewer)) return STAFF_FINDER;
  if (viewer.kind !== 'user') return PUBLIC_FINDER;
  return ownerFinder(viewer.userId);
}

export const ownerFinder =
  (userId: number): Finder =>
  ({ alias, order }) =>
    alias === null || order.userId === userId;
