import type { Scan, ScanOutcome } from '@fasocolis/contracts/scans';
import { ApiError } from '@fasocolis/web-kit/api';
import { removeCodes } from '@fasocolis/web-kit/hand-over-codes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepScan, NO_SCANS, readScans, removeScan, retryConflict } from './scan-store.ts';
import { sendFailure } from './scan-words.ts';
import { sendScans } from './send-scans.ts';

/** Between two attempts while the server cannot be reached, in milliseconds. */
const RETRY_MS = 10_000;

/** The session has ended, or is no longer one of staff. */
const SESSION_ENDED = new Set([401, 403]);

/** The scans kept on this device, which are sent whenever that is possible. */
export function useScanQueue(userId: number, onOutcome: (outcome: ScanOutcome) => void) {
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
      await retryConflict(id, changes);
      await refetch();
    },
    /** Forgets a scan that waits, or a conflict. */
    async remove(id: string): Promise<void> {
      await removeScan(id);
      await refetch();
    },
  };
}
export type ScanQueue = ReturnType<typeof useScanQueue>;
