import type { Scan, ScanOutcome } from '@fasocolis/contracts/scans';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { get, update } from 'idb-keyval';

/** In IndexedDB. */
const KEY = 'scans';

/** Scans that a device keeps until they are sent. */
export const MAX_WAITING = 1000;

/** A scan of a user who may be somebody else by the time it is sent. */
export interface KeptScan {
  scan: Scan;
  userId: number;
}

export interface KeptScans {
  /** In the order in which they were made. */
  waiting: KeptScan[];
  /** Refused by the server with a message, until staff settles them. */
  conflicts: (KeptScan & { message: string; orderId?: number | undefined })[];
}

export const NO_SCANS: KeptScans = { waiting: [], conflicts: [] };

export const readScans = async (): Promise<KeptScans> => (await get<KeptScans>(KEY)) ?? NO_SCANS;

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
export async function keepScan(entry: KeptScan): Promise<boolean> {
  let hasRoom = true;
  await change((kept) => {
    hasRoom = kept.waiting.length < MAX_WAITING;
    return hasRoom ? { ...kept, waiting: [...kept.waiting, entry] } : kept;
  });
  return hasRoom;
}

/** Removes the scans that the server has an outcome for; those that it refused become conflicts. */
export function settleScans(outcomes: readonly ScanOutcome[]): Promise<KeptScans> {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return change(({ waiting, conflicts }) => {
    const refused = waiting.flatMap((entry) => {
      const { outcome, message = '', orderId } = byId.get(entry.scan.id) ?? {};
      return outcome === 'conflict' ? [{ ...entry, message, orderId }] : [];
    });
    return { waiting: waiting.filter(({ scan }) => !byId.has(scan.id)), conflicts: [...conflicts, ...refused] };
  });
}

export const removeConflict = (id: string): Promise<KeptScans> =>
  change((kept) => ({ ...kept, conflicts: kept.conflicts.filter(({ scan }) => scan.id !== id) }));

/** Has a refused scan sent once more, under a new id: the server remembers the old one as refused. */
export const retryConflict = (id: string): Promise<KeptScans> =>
  change(({ waiting, conflicts }) => ({
    waiting: [
      ...waiting,
      ...conflicts
        .filter(({ scan }) => scan.id === id)
        .map(({ scan, userId }) => ({ scan: { ...scan, id: randomUuid() }, userId })),
    ],
    conflicts: conflicts.filter(({ scan }) => scan.id !== id),
  }));
