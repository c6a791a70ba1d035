import type { StaffOrder } from '@fasocolis/contracts/orders';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';

/** Orders whose labels are printed at once. */
export const MAX_LABELLED = 200;
/** Labels of one print-out. */
export const MAX_LABELS = 1000;

/** One piece of an order, from 1 on. */
export interface ParcelLabel {
  order: StaffOrder;
  piece: number;
  pieces: number;
}

/** One label for each piece, at least one for each order. */
export const labelsOf = (orders: readonly StaffOrder[]): ParcelLabel[] =>
  orders.flatMap((order) => {
    const pieces = order.pieces ?? 1;
    return Array.from({ length: Math.min(pieces, MAX_LABELS + 1) }, (_, index) => ({
      order,
      piece: index + 1,
      pieces,
    }));
  });

/** Where the QR code of a piece leads. The back office is opened under the public address, the host check of the gateway sees to that. */
export const shortLink = (reference: string, piece: number): string =>
  new URL(`${shortLinkPath(reference)}?p=${piece}`, location.origin).href;
