import type { Order } from '@fasocolis/contracts/orders';
import { longDate } from '@fasocolis/web-kit/dates';

interface Arrival {
  label: string;
  text: string;
  /** Whether it was computed from other orders. */
  isComputed: boolean;
}

/** When an order is expected: on its estimated day, else between the days that similar orders suggest. */
export function arrivalOf({ estimatedDelivery, expectedArrival }: Order): Arrival {
  if (!estimatedDelivery && expectedArrival) {
    const text = `entre le ${longDate(expectedArrival.from)} et le ${longDate(expectedArrival.to)}`;
    return { label: 'Arrivée prévue', text, isComputed: true };
  }
  const text = estimatedDelivery ? longDate(estimatedDelivery) : 'Non disponible';
  return { label: 'Livraison estimée', text, isComputed: false };
}
