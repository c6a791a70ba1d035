import { SCANS_PER_CALL, type Scan, type ScanOutcome, ScanOutcomesSchema } from '@fasocolis/contracts/scans';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { timeoutSignal } from '@fasocolis/web-kit/older-browsers';
import { type KeptScan, readScans, settleScans, wholeScan } from './scan-store.ts';

/** A call that hangs on a bad network is made again, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** The slowest network on which the photos of cartons still arrive, in characters per millisecond. */
const SLOWEST = 4;
/** The photos of one call, in characters: one of the largest. The gateway gives a call with photos a minute to arrive (SEC-003). */
const PHOTOS_PER_CALL = 270_000;

/** Other failures say nothing about the scans. */
const REFUSALS = new Set([400, 413, 422]);

/**
 * Sends the scans of a user in their order until none is left. Scans whose outcome got lost on the way are sent again
 * under the same id, which has no further effect. Other tabs wait, where the browser has locks.
 * @throws ApiError when the server cannot be reached or does not accept scans now
 */
export function sendScans(userId: number, onOutcomes: (outcomes: ScanOutcome[]) => void): Promise<void> {
  const send = async () => {
    for (;;) {
      const { waiting } = await readScans();
      const scans = await firstOf(waiting.filter((entry) => entry.userId === userId));
      if (scans.length === 0) return;
      const outcomes = await post(scans);
      await settleScans(outcomes);
      onOutcomes(outcomes);
    }
  };
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request('fasocolis:scans', send) : send();
}

const photosIn = ({ carton }: Scan) => (carton?.photos ?? []).reduce((length, photo) => length + photo.length, 0);

/** The first scans that one call may carry. */
async function firstOf(waiting: KeptScan[]): Promise<Scan[]> {
  const scans: Scan[] = [];
  let photos = 0;
  for (const entry of waiting.slice(0, SCANS_PER_CALL)) {
    const scan = await wholeScan(entry);
    photos += photosIn(scan);
    if (scans.length > 0 && photos > PHOTOS_PER_CALL) break;
    scans.push(scan);
  }
  return scans;
}

async function post(scans: Scan[]): Promise<ScanOutcome[]> {
  try {
    const photos = scans.reduce((length, scan) => length + photosIn(scan), 0);
    const signal = timeoutSignal(TIMEOUT_MS + photos / SLOWEST);
    const outcomes = await api.post('/api/scans', { scans, sentAt: new Date().toISOString() }, ScanOutcomesSchema, {
      signal,
    });
    if (outcomes.length === scans.length) return outcomes;
    throw new Error(`${outcomes.length} outcomes of ${scans.length} scans`);
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS.has(error.status)) throw error;
    if (scans.length === 1) {
      const message = error.serverMessage ?? error.message;
      return scans.map(({ id }) => ({ id, outcome: 'conflict', message }));
    }
    // One scan that is not accepted must not hold up the others.
    const outcomes: ScanOutcome[] = [];
    for (const scan of scans) outcomes.push(...(await post([scan])));
    return outcomes;
  }
}
