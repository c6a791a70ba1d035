import { SCANS_PER_CALL, type Scan, type ScanOutcome, ScanOutcomesSchema } from '@fasocolis/contracts/scans';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { removeCodes } from '@fasocolis/web-kit/hand-over-codes';
import { timeoutSignal } from '@fasocolis/web-kit/older-browsers';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type KeptScan,
  keepScan,
  NO_SCANS,
  readScans,
  removeScan,
  retryConflict,
  settleScans,
  wholeScan,
} from './scan-store.ts';
import { sendFailure } from './scan-words.ts';

/** Between two attempts while the server cannot be reached, in milliseconds. */
const RETRY_MS = 10_000;

/** The session has ended, or is no longer one of staff. */
const SESSION_ENDED = new Set([401, 403]);

interface Listener {
  onOutcome: (outcome: ScanOutcome) => void;
  /** Called when a refused scan is about to be sent under another id. */
  onRetry: (id: string, newId: string) => void;
}

/** The scans kept on this device, which are sent whenever that is possible. */
export function useScanQueue(userId: number, { onOutcome, onRetry }: Listener) {
  const { data: kept = NO_SCANS, refetch } = useQuery({
    queryKey: ['kept-scans'],
    queryFn: readScans,
    networkMode: 'always',
  });
  const [failure, setFailure] = useState<string>();
  const report = useEffectEvent(onOutcome);
  const sending = useRef({ isBusy: false, again: false });

  const attempt = useEffectEvent(async () => {
    try {
      await sendScans(userId, (outcomes) => {
        for (const outcome of outcomes) report(outcome);
        void refetch();
      });
      setFailure(undefined);
    } catch (error) {
      if (error instanceof ApiError && SESSION_ENDED.has(error.status)) removeCodes();
      setFailure(sendFailure(error));
    }
    await refetch();
  });

  /** One attempt at a time, and another one after it when there was a reason meanwhile. */
  const send = useEffectEvent(async () => {
    sending.current.again = true;
    if (sending.current.isBusy) return;
    sending.current.isBusy = true;
    while (sending.current.again) {
      sending.current.again = false;
      await attempt();
    }
    sending.current.isBusy = false;
  });

  const mine = kept.waiting.filter((entry) => entry.userId === userId).length;
  useEffect(() => {
    if (mine === 0) return;
    const start = () => void send();
    start();
    const timer = setInterval(start, RETRY_MS);
    addEventListener('online', start);
    return () => {
      clearInterval(timer);
      removeEventListener('online', start);
    };
  }, [mine]);

  return {
    waiting: kept.waiting,
    conflicts: kept.conflicts,
    /** Scans of other users of this device: they are sent when these sign in. */
    foreign: kept.waiting.length - mine,
    failure: mine > 0 ? failure : undefined,
    /** @returns false when there is no room for another scan */
    async add(scan: Scan): Promise<boolean> {
      const hasRoom = await keepScan({ scan, userId });
      await refetch();
      return hasRoom;
    },
    async retry(id: string, changes: Partial<Scan> = {}): Promise<void> {
      onRetry(id, await retryConflict(id, changes));
      await refetch();
    },
    async remove(id: string): Promise<void> {
      await removeScan(id);
      await refetch();
    },
  };
}
export type ScanQueue = ReturnType<typeof useScanQueue>;

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
function sendScans(userId: number, onOutcomes: (outcomes: ScanOutcome[]) => void): Promise<void> {
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
