import type { ImportedOrderSchema } from '@fasocolis/contracts/imported-order';
import { writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type * as z from 'zod/mini';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import { append } from '../history/append.ts';
import { lockOrders } from '../history/write-orders.ts';
import { DELIVERED } from '../shared/known-statuses.ts';
import { NOT_RECEIVED } from '../shared/unnamed.ts';

export type Imported = z.infer<typeof ImportedOrderSchema>;
type Measures = Partial<Pick<Order, 'pieces' | 'weightGrams' | 'volumeCm3'>>;

/** The columns that decide which measures may be filled in. */
export const FILLED = {
  id: true,
  reference: true,
  status: true,
  archivedAt: true,
  pieces: true,
  weightGrams: true,
  volumeCm3: true,
} as const;
export type Filled = Pick<Order, keyof typeof FILLED>;

/**
 * The measures that a parcel does not have. Its pieces are counted once it is received, and what it costs is settled once it
 * is delivered.
 */
export function missingMeasures(order: Filled, { pieces, weightGrams, volumeCm3 }: Measures): Measures {
  if (order.archivedAt || order.status === DELIVERED) return {};
  return {
    ...(pieces && order.pieces === null && order.status === NOT_RECEIVED && { pieces }),
    ...(weightGrams && order.weightGrams === null && { weightGrams }),
    ...(volumeCm3 && order.volumeCm3 === null && { volumeCm3 }),
  };
}

/** "2 pièces, 12,5 kg, 0,06 m³". */
const writtenMeasures = ({ pieces, weightGrams, volumeCm3 }: Measures): string =>
  [
    pieces && `${pieces} pièce${pieces > 1 ? 's' : ''}`,
    weightGrams && writtenWeight(weightGrams),
    volumeCm3 && writtenVolume(volumeCm3),
  ]
    .filter(Boolean)
    .join(', ');

export const measuresOf = ({ pieces, weight, volume }: Imported) => ({
  pieces,
  weightGrams: weight,
  volumeCm3: volume,
});

/** The message about a line that completes the measures of a parcel, and whether its other cells are ignored. */
export function completionMessage(
  { reference }: Filled,
  measures: Filling['measures'],
  { reference: _, ...cells }: Imported,
): string {
  const said = Object.values(cells).filter((value) => value !== null).length;
  const rest = said > Object.keys(measures).length ? '. Le reste de la ligne n’est pas repris' : '';
  return `Mesures du colis ${reference}\u00a0: ${writtenMeasures(measures)}${rest}`;
}

/** Measures of a line of a list for the parcel that it names. */
export interface Filling {
  line: number;
  orderId: number;
  measures: Measures;
}

/** Fills in the measures that parcels still lack. @returns the ids of the completed orders, by line */
export async function fillMeasures(
  transaction: Transaction,
  fillings: readonly Filling[],
  actor: Actor,
): Promise<Map<number, number>> {
  const filled = new Map<number, number>();
  if (fillings.length === 0) return filled;
  const locked = await lockOrders(transaction, [...new Set(fillings.map(({ orderId }) => orderId))]);
  const orders = new Map(locked.map((order) => [order.id, order]));
  for (const { line, orderId, measures } of fillings) {
    const order = orders.get(orderId);
    const columns = order ? missingMeasures(order, measures) : {};
    if (!order || Object.keys(columns).length === 0) continue;
    const [appended] = await append(transaction, [order], { entries: [], columns }, actor);
    orders.set(orderId, appended?.order ?? order);
    filled.set(line, orderId);
  }
  return filled;
}
