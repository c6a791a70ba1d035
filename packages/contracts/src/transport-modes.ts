import type { TransportMode } from './orders.ts';

/** Apart from the schemas of orders, because rendered pages need the labels alone. */
export const TRANSPORT_MODE_LABELS: Record<TransportMode, string> = { AIR: 'Avion', SEA: 'Bateau' };
