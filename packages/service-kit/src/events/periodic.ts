import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Work besides requests; `close` finishes what is in progress. */
export interface BackgroundWork {
  close(): Promise<unknown>;
}

export interface PeriodicWork {
  name: string;
  everyMs: number;
  /** Every replica runs it, so it has to be idempotent and safe to run concurrently. */
  work: () => Promise<unknown>;
}

/** Runs work at once and then with a pause after each run, also after a failure. */
export function startPeriodic({ name, everyMs, work }: PeriodicWork, log: FastifyBaseLogger): BackgroundWork {
  const closing = new AbortController();
  const { signal } = closing;
  const running = (async () => {
    while (!signal.aborted) {
      await work().catch((err: unknown) => log.warn({ err }, `${name} failed, will try again`));
      // Rejects on close, which the loop checks.
      await setTimeout(everyMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    close() {
      closing.abort();
      return running;
    },
  };
}
