import { deviceStorage } from './storage.ts';

/** In localStorage, which both sites can empty at once: a pick-up code by the id of its scan, after the time of typing. */
const PREFIX = 'fasocolis:hand-over-code:';

const KEPT_MS = 24 * 3_600_000;

/**
 * Keeps the pick-up code of a hand-over without a network, for 24 hours or until the session ends.
 * @throws DOMException when the device has no room, or refuses storage
 */
export const keepCode = (scanId: string, code: string): void =>
  localStorage.setItem(`${PREFIX}${scanId}`, `${Date.now()} ${code}`);

/** The pick-up code of a scan; undefined once it was removed. */
export const codeOf = (scanId: string): string | undefined => deviceStorage.get(`${PREFIX}${scanId}`)?.split(' ')[1];

/** Keeps a code for another scan, no longer than before. */
export function moveCode(scanId: string, newId: string): void {
  const kept = deviceStorage.get(`${PREFIX}${scanId}`);
  if (kept !== null) localStorage.setItem(`${PREFIX}${newId}`, kept);
  removeCode(scanId);
}

export const removeCode = (scanId: string): void => deviceStorage.set(`${PREFIX}${scanId}`, null);

/** Removes all codes: the session has ended, or another user signed in. */
export const removeCodes = (): void => removeThose(() => true);

export const removeOldCodes = (): void => removeThose((kept) => Date.now() - Number.parseInt(kept, 10) >= KEPT_MS);

function removeThose(isGone: (kept: string) => boolean): void {
  for (const key of deviceStorage.keys()) {
    if (key.startsWith(PREFIX) && isGone(deviceStorage.get(key) ?? '')) deviceStorage.set(key, null);
  }
}
