/** Where the last parcels seen on this device are kept. */
export const PARCELS_KEY = 'fasocolis:parcels';

/** Forgets what was seen on this device: whoever uses it next sees nothing of it. */
export function forgetDevice(): void {
  try {
    localStorage.removeItem(PARCELS_KEY);
  } catch {
    // Storage is forbidden: nothing was ever kept.
  }
}
