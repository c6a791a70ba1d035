import { InstantSchema } from '@fasocolis/contracts/common';
import { type OrderEvent, OrderEventsSchema, type PublicOrder, PublicOrderSchema } from '@fasocolis/contracts/orders';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import { referencesIn } from '@fasocolis/contracts/reading/references-in-text';
import { shortName } from '@fasocolis/contracts/reading/short-name';
import { deviceStorage } from '@fasocolis/web-kit/storage';
import * as z from 'zod/mini';
import { PARCELS_KEY } from '../../shared/device-keys.ts';

/** The number of parcels that the device stores; a further one replaces the one seen longest ago. */
const MAX_PARCELS = 20;

/**
 * The stored format: what everybody sees, also of own parcels. The previous release wrote it too: a new field of an order
 * needs a default (docs/decisions/0018).
 */
const SeenParcelSchema = z.object({
  order: z.pipe(
    PublicOrderSchema,
    z.transform((order: PublicOrder) => ({ ...order, recipientName: shortName(order.recipientName) })),
  ),
  events: OrderEventsSchema,
  seenAt: InstantSchema,
});

export type SeenParcel = z.infer<typeof SeenParcelSchema>;

/** The stored parcels, last seen first. */
export function seenParcels(): SeenParcel[] {
  const stored = deviceStorage.read(PARCELS_KEY);
  // An entry that an older release wrote in another format is left out, not all entries.
  return Array.isArray(stored) ? stored.flatMap((entry) => z.safeParse(SeenParcelSchema, entry).data ?? []) : [];
}

const others = (reference: string) =>
  seenParcels().filter(({ order }) => referenceKey(order.reference) !== referenceKey(reference));

const keep = (parcels: SeenParcel[]) => deviceStorage.set(PARCELS_KEY, JSON.stringify(parcels));

export function rememberParcel(order: PublicOrder, events: readonly OrderEvent[], seenAt: string): void {
  const parcel = z.parse(SeenParcelSchema, { order, events, seenAt });
  keep([parcel, ...others(order.reference)].slice(0, MAX_PARCELS));
}

/** Stores several parcels, for which no history was requested; that of a parcel that has not changed stays. */
export function rememberParcels(orders: readonly PublicOrder[], seenAt: string): void {
  const stored = new Map(seenParcels().map((parcel) => [referenceKey(parcel.order.reference), parcel]));
  const parcels = orders.slice(0, MAX_PARCELS).map((order) => {
    const former = stored.get(referenceKey(order.reference));
    stored.delete(referenceKey(order.reference));
    const events = former?.order.updatedAt === order.updatedAt ? former.events : [];
    return z.parse(SeenParcelSchema, { order, events, seenAt });
  });
  keep([...parcels, ...stored.values()].slice(0, MAX_PARCELS));
}

export const forgetParcel = (reference: string): void => keep(others(reference));

const lastSeen = (reference: string): SeenParcel | undefined =>
  seenParcels().find(({ order }) => referenceKey(order.reference) === referenceKey(reference));

/** The stored parcel that a text is the reference of, or names. */
export const lastSeenIn = (text: string): SeenParcel | undefined =>
  [text, ...referencesIn(text)].map(lastSeen).find((parcel) => parcel !== undefined);
