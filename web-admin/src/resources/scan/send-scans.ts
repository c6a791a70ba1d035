import { SCANS_PER_CALL, type Scan, type ScanOutcome, ScanOutcomesSchema } from '@fasocolis/contracts/scans';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { timeoutSignal } from '@fasocolis/web-kit/older-browsers';
import { readScans, settleScans, withCode } from './scan-store.ts';

/** A call that hangs on a bad network is made again, in milliseconds. */
const TIMEOUT_MS = 30_000;

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
      const scans = waiting.filter((entry) => entry.userId === userId).map(withCode);
      if (scans.length === 0) return;
      const outcomes = await post(scans.slice(0, SCANS_PER_CALL));
      await settleScans(outcomes);
      onOutcomes(outcomes);
    }
  };
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request('fasocolis:scans', send) : send();
}

async function post(scans: Scan[]): Promise<ScanOutcome[]> {
  try {
    const signal = timeoutSignal(TIMEOUT_MS);
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
