import type { Scan, ScanOutcome } from '@fasocolis/contracts/scans';
import { codeOf, keepCode, moveCode, removeCode, removeOldCodes } from '@fasocolis/web-kit/hand-over-codes';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { del, delMany, get, keys, set, update } from 'idb-keyval';

/** In IndexedDB. */
const KEY = 'scans';

/** Scans that a device keeps until they are sent. */
export const MAX_WAITING = 1000;

const LOST_CODE = "Le code de retrait n'est plus sur cet appareil\u00a0: saisissez-le à nouveau.";

/** A scan of a user, who may not be signed in when it is sent. */
export interface KeptScan {
  /** Without its pick-up code, which is kept for 24 hours and one session only, and without the photos of its carton. */
  scan: Scan;
  userId: number;
  hasCode?: boolean;
}

export interface KeptScans {
  /** In the order in which they were made. */
  waiting: KeptScan[];
  /** Refused by the server with a message, until staff settles them. */
  conflicts: (KeptScan & { message: string; orderId?: number | undefined })[];
}

export const NO_SCANS: KeptScans = { waiting: [], conflicts: [] };

/** Scans whose code was removed are conflicts: the code has to be typed again. */
export async function readScans(): Promise<KeptScans> {
  removeOldCodes();
  const kept = (await get<KeptScans>(KEY)) ?? NO_SCANS;
  if (!kept.waiting.some(lacksCode)) return kept;
  return change(({ waiting, conflicts }) => ({
    waiting: waiting.filter((entry) => !lacksCode(entry)),
    conflicts: [...conflicts, ...waiting.filter(lacksCode).map((entry) => ({ ...entry, message: LOST_CODE }))],
  }));
}

/** Whether a scan cannot be sent, because its code was removed from the device. */
export const lacksCode = ({ scan, hasCode }: KeptScan): boolean => hasCode === true && codeOf(scan.id) === undefined;

export async function wholeScan({ scan }: KeptScan): Promise<Scan> {
  const code = codeOf(scan.id);
  const photos = scan.carton && (await photosOf(scan.id));
  return { ...scan, ...(code !== undefined && { code }), ...(photos && { carton: { ...scan.carton, photos } }) };
}

/** Changes everything that is kept in one transaction, also beside other tabs. */
async function change(apply: (kept: KeptScans) => KeptScans): Promise<KeptScans> {
  let changed = NO_SCANS;
  await update<KeptScans>(KEY, (kept = NO_SCANS) => {
    changed = apply(kept);
    return changed;
  });
  return changed;
}

/** Keeps a scan; false when there is no room for another one. */
export async function keepScan({ scan: { code, ...whole }, userId }: KeptScan): Promise<boolean> {
  const { photos = [], ...carton } = whole.carton ?? {};
  const scan = { ...whole, ...(whole.carton && { carton }) };
  if (photos.length > 0) await keepPhotos(scan.id, photos);
  const entry = { scan, userId, ...(code !== undefined && { hasCode: true }) };
  let hasRoom = true;
  if (code !== undefined) keepCode(scan.id, code);
  await change((kept) => {
    hasRoom = kept.waiting.length < MAX_WAITING;
    return hasRoom ? { ...kept, waiting: [...kept.waiting, entry] } : kept;
  });
  if (!hasRoom) {
    removeCode(scan.id);
    await removePhotos([scan.id]);
  }
  return hasRoom;
}

/** Removes the scans that the server has an outcome for; those that it refused become conflicts. */
export async function settleScans(outcomes: readonly ScanOutcome[]): Promise<KeptScans> {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  const settled = outcomes.filter(({ outcome }) => outcome !== 'conflict').map(({ id }) => id);
  for (const id of settled) removeCode(id);
  const kept = await change(({ waiting, conflicts }) => {
    const refused = waiting.flatMap((entry) => {
      const { outcome, message = '', orderId } = byId.get(entry.scan.id) ?? {};
      return outcome === 'conflict' ? [{ ...entry, message, orderId }] : [];
    });
    return { waiting: waiting.filter(({ scan }) => !byId.has(scan.id)), conflicts: [...conflicts, ...refused] };
  });
  await removePhotos(settled);
  return kept;
}

export async function removeScan(id: string): Promise<void> {
  removeCode(id);
  const isOther = ({ scan }: KeptScan) => scan.id !== id;
  await change(({ waiting, conflicts }) => ({
    waiting: waiting.filter(isOther),
    conflicts: conflicts.filter(isOther),
  }));
  await removePhotos([id]);
}

/** Removes the photos that were left behind when the browser was closed during a change. */
export async function removeRests(): Promise<void> {
  const { waiting, conflicts } = await readScans();
  await removeLostPhotos(new Set([...waiting, ...conflicts].map(({ scan }) => scan.id)));
}

/** Has a refused scan sent again under a new id: the server remembers the old one as refused. @returns the new id */
export async function retryConflict(id: string, changes: Partial<Scan>): Promise<string> {
  const newId = randomUuid();
  moveCode(id, newId);
  await movePhotos(id, newId);
  await change(({ waiting, conflicts }) => ({
    waiting: [
      ...waiting,
      ...conflicts
        .filter(({ scan }) => scan.id === id)
        .map(({ message: _message, orderId: _orderId, ...entry }) => ({
          ...entry,
          scan: { ...entry.scan, ...changes, id: newId },
        })),
    ],
    conflicts: conflicts.filter(({ scan }) => scan.id !== id),
  }));
  await removePhotos([id]);
  return newId;
}

/** The photos of scans have keys of their own: the scans are written as one value with every change. */
const PREFIX = 'photos ';
const keyOf = (scanId: string) => PREFIX + scanId;

const keepPhotos = (scanId: string, photos: readonly string[]): Promise<void> => set(keyOf(scanId), photos);
const photosOf = (scanId: string): Promise<string[] | undefined> => get(keyOf(scanId));
const removePhotos = (scanIds: readonly string[]): Promise<void> => delMany(scanIds.map(keyOf));

async function movePhotos(from: string, to: string): Promise<void> {
  const photos = await photosOf(from);
  if (photos) await keepPhotos(to, photos);
}

/** Removes the photos of scans that are not kept any more, after the browser was closed in between. */
async function removeLostPhotos(keptIds: ReadonlySet<string>): Promise<void> {
  for (const key of await keys<string>()) {
    if (key.startsWith(PREFIX) && !keptIds.has(key.slice(PREFIX.length))) await del(key);
  }
}
