import { removeCodes } from '@fasocolis/web-kit/hand-over-codes';
import { deviceStorage } from '@fasocolis/web-kit/storage';
import { PARCELS_KEY, PUSH_KEY, USER_KEY } from './device-keys.ts';

let deletions = 0;

/** The number of deletions of the stored parcels so far. A parcel that was received before one is not stored after it. */
export const parcelDeletions = (): number => deletions;

/** Deletes the parcels that this browser stores. */
export function forgetParcels(): void {
  deletions += 1;
  deviceStorage.set(PARCELS_KEY, null);
}

/** Deletes what this browser stores for a user. */
export function forgetDevice(): void {
  forgetParcels();
  try {
    localStorage.removeItem(USER_KEY);
    removeCodes();
    if (localStorage.getItem(PUSH_KEY)) void import('./push.ts').then(({ leaveAccount }) => leaveAccount());
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}

/**
 * Notes who is signed in according to the server, null for a visitor. When the session that was noted last has ended,
 * by itself or from another device, what this browser stores for its user is deleted.
 */
export function noteSession(userId: number | null): void {
  try {
    const former = localStorage.getItem(USER_KEY);
    if (former !== null && former !== String(userId)) forgetDevice();
    if (userId !== null) localStorage.setItem(USER_KEY, String(userId));
  } catch {
    // Storage is forbidden: nothing was stored.
  }
}
