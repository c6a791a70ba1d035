import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Something a process does beside requests; `close` finishes what it has begun. */
export interface BackgroundWork {
  close(): Promise<unknown>;
}

export interface PeriodicWork {
  /** What it does, for the log. */
  name: string;
  everyMs: number;
  /** Every replica does it: it must not matter how often, nor by how many at once. */
  work: () => Promise<unknown>;
}

/** Does something now and again and again, a pause apart; what failed is tried again when its turn comes. */
export function startPeriodic({ name, everyMs, work }: PeriodicWork, log: FastifyBaseLogger): BackgroundWork {
  const closing = new AbortController();
  const { signal } = closing;
  const running = (async () => {
    while (!signal.aborted) {
      await work().catch((err: unknown) => log.warn({ err }, `${name} failed, will try again`));
      // Rejects when we are closing, which the loop sees by itself.
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
