import { del, delMany, get, keys, set } from 'idb-keyval';

/** The photos of scans have keys of their own: the scans are written as one value with every change. */
const PREFIX = 'photos ';
const keyOf = (scanId: string) => PREFIX + scanId;

export const keepPhotos = (scanId: string, photos: readonly string[]): Promise<void> => set(keyOf(scanId), photos);
export const photosOf = (scanId: string): Promise<string[] | undefined> => get(keyOf(scanId));
export const removePhotos = (scanIds: readonly string[]): Promise<void> => delMany(scanIds.map(keyOf));

/** Under the new id of a scan. */
export async function movePhotos(from: string, to: string): Promise<void> {
  const photos = await photosOf(from);
  if (photos) await keepPhotos(to, photos);
}

/** Removes the photos of scans that are not kept any more, after the browser was closed in between. */
export async function removeLostPhotos(keptIds: ReadonlySet<string>): Promise<void> {
  for (const key of await keys<string>()) {
    if (key.startsWith(PREFIX) && !keptIds.has(key.slice(PREFIX.length))) await del(key);
  }
}
