import { Worker } from 'node:worker_threads';

const LIMIT_MS = 30_000;
/** Checks within the limit. */
const CHECKS = 15;

/**
 * Ends this process when its event loop stands still for `limitMs`, so that Docker or the launcher starts it again. A
 * thread watches the loop, because no code of the loop itself would run (docs/decisions/0036).
 */
export function startWatchdog(service: string, limitMs: number = LIMIT_MS): void {
  const checkMs = limitMs / CHECKS;
  // The second element never changes: the thread waits for it.
  const beats = new Int32Array(new SharedArrayBuffer(8));
  const msg = `event loop stood still for ${limitMs} ms, ending the process`;
  const line = `${JSON.stringify({ level: 'fatal', service, msg })}\n`;
  const thread = new Worker(new URL('./watchdog-thread.cjs', import.meta.url), {
    name: 'watchdog',
    workerData: { beats, checkMs, maxSilentChecks: CHECKS, line },
    // The thread needs neither type stripping nor secrets.
    execArgv: [],
    env: {},
  });
  thread.unref();
  setInterval(() => Atomics.add(beats, 0, 1), checkMs / 2).unref();
}
