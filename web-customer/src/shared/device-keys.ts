/** In localStorage: the orders last seen on this device. */
export const PARCELS_KEY = 'fasocolis:parcels';

/** In localStorage: what this browser is told about by push messages. */
export const PUSH_KEY = 'fasocolis:push';
