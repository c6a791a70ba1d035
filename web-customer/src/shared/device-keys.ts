/** In localStorage: the orders last seen on this device. */
export const PARCELS_KEY = 'fasocolis:parcels';

/** In localStorage: the id of the user whose session this browser has. */
export const USER_KEY = 'fasocolis:user';

/** In localStorage: what this browser receives push messages about. */
export const PUSH_KEY = 'fasocolis:push';
