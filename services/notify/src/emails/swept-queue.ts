import { setTimeout } from 'node:timers/promises';
import { openQueue, QUEUE_PREFIX } from '@fasocolis/service-kit/outbox';
import { blockingConnection } from '@fasocolis/service-kit/redis';
import { type JobsOptions, type Queue, UnrecoverableError, Worker } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';

const LONGEST_PAUSE_MS = 15 * 60_000;
const LOCK_MS = 5000;
/** A sweep that takes long, because very much is waiting, takes a tenth of the time at most. */
const REST_PER_WORK = 9;

/** What one job is about: the row that wants to be worked on, and nothing of its content. */
interface SweptJob {
  /** The row's id; under one id a row waits at most once. */
  rowId: string;
  /** The request that made the row, for the log. */
  requestId: string | null;
  priority?: number;
}

/** Which rows a sweep looks for: those nobody has tried yet, or also those that may have been tried and forgotten. */
export type SweepScope = 'new' | 'all';

interface SweptQueueOptions {
  name: string;
  redisUrl: string;
  log: FastifyBaseLogger;
  /** Pause between two full sweeps, in milliseconds. */
  sweepMs: number;
  /** Pause after the first failed try; it doubles with each further one. */
  retryMs: number;
  /** Jobs worked on at once. */
  parallel: number;
  /** The rows that want to be worked on, in pages. */
  waiting: (scope: SweepScope) => AsyncIterable<SweptJob[]>;
  /** Works on a row; to be able to run again after a crash, and to find nothing left to do. */
  work: (rowId: string) => Promise<void>;
}

const JobDataSchema = z.object({ rowId: z.string(), requestId: z.optional(z.nullable(z.string())) });

/**
 * A table as a queue. The table is the truth and the jobs in Redis its shadow: every row that waits is added again and
 * again by a sweep, so that none is lost whatever Redis forgets.
 */
export class SweptQueue {
  readonly #queue: Queue;
  readonly #worker: Worker;
  readonly #options: SweptQueueOptions;
  #wakeUp = Promise.withResolvers<void>();
  #closing = false;
  readonly #sweeping: Promise<void>;

  constructor(options: SweptQueueOptions) {
    this.#options = options;
    this.#queue = openQueue(options.name, options.redisUrl);
    this.#worker = this.#startWorker();
    this.#sweeping = this.#sweepUntilClosed();
  }

  /** Looks for new rows at once; when that fails, the next sweep brings them. */
  wake(): void {
    this.#wakeUp.resolve();
  }

  /** How many jobs nobody has begun yet. */
  async waiting(): Promise<number> {
    const { waiting = 0, prioritized = 0 } = await this.#queue.getJobCounts('waiting', 'prioritized');
    return waiting + prioritized;
  }

  /** Finishes the jobs at hand. */
  async close(): Promise<void> {
    this.#closing = true;
    this.wake();
    await Promise.all([this.#worker.close(), this.#sweeping]);
    await this.#queue.close();
  }

  #startWorker(): Worker {
    const { name, redisUrl, log, parallel, retryMs, work } = this.#options;
    const worker = new Worker(
      name,
      async ({ data }) => {
        const parsed = JobDataSchema.safeParse(data);
        if (!parsed.success) throw new UnrecoverableError(z.prettifyError(parsed.error));
        await work(parsed.data.rowId);
      },
      {
        prefix: QUEUE_PREFIX,
        connection: blockingConnection(redisUrl),
        concurrency: parallel,
        // A killed worker's job is taken up again within seconds, and as often as that happens.
        lockDuration: LOCK_MS,
        stalledInterval: LOCK_MS,
        maxStalledCount: 1_000_000,
        settings: { backoffStrategy: (attempts) => Math.min(retryMs * 2 ** (attempts - 1), LONGEST_PAUSE_MS) },
      },
    );
    worker.on('drained', () => this.wake());
    worker.on('failed', (job, err) => {
      const { id, attemptsMade: attempt, data } = job ?? {};
      log.warn({ err, job: id, requestId: data?.requestId, attempt }, `${name}: failed`);
    });
    worker.on('error', (err) => log.warn({ err }, `${name}: queue unreachable`));
    return worker;
  }

  async #sweepUntilClosed(): Promise<void> {
    let fullSweepAt = 0;
    while (!this.#closing) {
      const start = performance.now();
      const scope = start >= fullSweepAt ? 'all' : 'new';
      // Before the sweep: what comes while it runs may have been missed by it.
      this.#wakeUp = Promise.withResolvers();
      await this.#sweep(scope);
      const end = performance.now();
      if (scope === 'all') fullSweepAt = end + Math.max(this.#options.sweepMs, REST_PER_WORK * (end - start));
      await this.#rest(Math.max(0, fullSweepAt - end));
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    const woken = new AbortController();
    const timer = setTimeout(milliseconds, undefined, { signal: woken.signal }).catch(() => {});
    await Promise.race([timer, this.#wakeUp.promise]);
    woken.abort();
  }

  async #sweep(scope: SweepScope): Promise<void> {
    const { name, log, waiting } = this.#options;
    try {
      for await (const page of waiting(scope)) {
        if (this.#closing) return;
        if (page.length === 0) continue;
        await this.#queue.addBulk(
          page.map(({ rowId, requestId, priority }) => ({
            name,
            data: { rowId, requestId },
            opts: optionsOf(name, rowId, priority),
          })),
        );
      }
    } catch (err) {
      log.warn({ err }, `${name}: sweep failed, will try again`);
    }
  }
}

/** A job that ended makes room, so that its row may be worked on again later. */
const optionsOf = (queue: string, rowId: string, priority: number | undefined): JobsOptions => ({
  jobId: `${queue}-${rowId}`,
  removeOnComplete: true,
  removeOnFail: true,
  ...(priority && { priority }),
});
