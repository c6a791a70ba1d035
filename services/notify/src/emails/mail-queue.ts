import { setTimeout } from 'node:timers/promises';
import { openQueue } from '@fasocolis/service-kit/outbox';
import { type Job, type Queue, UnrecoverableError } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';

export const MAIL_QUEUE = 'emails';

/** What a job holds: never an address, a link or a text. */
const MailJobSchema = z.object({ deliveryId: z.uuid() });

/**
 * The mail that a job is about.
 * @throws UnrecoverableError when the job does not say it: trying again would not help
 */
export function deliveryIdOf(job: Job): string {
  const parsed = MailJobSchema.safeParse(job.data);
  if (!parsed.success) throw new UnrecoverableError(z.prettifyError(parsed.error));
  return parsed.data.deliveryId;
}

const BATCH = 500;

const jobFor = (deliveryId: string) => ({
  name: 'send',
  data: { deliveryId },
  // Under one name a mail waits at most once; a job that ended makes room, so that the mail may be sent again later.
  opts: { jobId: `email-${deliveryId}`, removeOnComplete: true, removeOnFail: true },
});

interface MailQueueOptions {
  database: Database;
  redisUrl: string;
  log: FastifyBaseLogger;
  /** Pause between two sweeps, in milliseconds. */
  sweepMs: number;
}

/**
 * The queue of mails to send. The table is the truth and the queue its shadow: every pending mail is added again and
 * again by a sweep, so that none is lost whatever Redis forgets.
 */
export class MailQueue {
  readonly #queue: Queue;
  readonly #options: MailQueueOptions;
  readonly #closing = new AbortController();
  readonly #sweeping: Promise<void>;

  constructor(options: MailQueueOptions) {
    this.#options = options;
    this.#queue = openQueue(MAIL_QUEUE, options.redisUrl);
    this.#sweeping = this.#sweepUntilClosed();
  }

  /** Hurries a new mail along; when that fails, the next sweep brings it. */
  add(deliveryId: string): void {
    const { name, data, opts } = jobFor(deliveryId);
    this.#queue
      .add(name, data, opts)
      .catch((err: unknown) => this.#options.log.warn({ err, deliveryId }, 'mail queue unreachable'));
  }

  /** How many jobs wait, are being worked on, or are to be tried again later. */
  depth(): Promise<Record<string, number>> {
    return this.#queue.getJobCounts('waiting', 'active', 'delayed');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sweeping;
    await this.#queue.close();
  }

  async #sweepUntilClosed(): Promise<void> {
    const { log, sweepMs } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#sweep().catch((err: unknown) => log.warn({ err }, 'mail sweep failed, will try again'));
      // Rejects when we are closing, which the loop sees by itself.
      await setTimeout(sweepMs, undefined, { signal }).catch(() => {});
    }
  }

  async #sweep(): Promise<void> {
    let last = '00000000-0000-0000-0000-000000000000';
    let found = BATCH;
    while (found === BATCH && !this.#closing.signal.aborted) {
      const pending = await this.#options.database.emailDelivery.findMany({
        where: { state: 'PENDING', id: { gt: last } },
        orderBy: { id: 'asc' },
        take: BATCH,
        select: { id: true },
      });
      if (pending.length > 0) await this.#queue.addBulk(pending.map(({ id }) => jobFor(id)));
      last = pending.at(-1)?.id ?? last;
      found = pending.length;
    }
  }
}
