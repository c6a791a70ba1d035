import { MAIL_QUEUE } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/outbox';
import type { Queue } from 'bullmq';

/** Mails that their recipient is waiting for. */
const AWAITED = new Set(['password-reset', 'email-verification']);
const BATCH = 500;

/** A row of `email_deliveries`, as far as its job needs it. */
export interface MailJob {
  id: string;
  kind: string;
  /** The request that made the row, for the log. */
  requestId: string | null;
}

/** An announcement that has to become a mail for everybody. */
export interface FanOutJob {
  notificationId: number;
  requestId: string | null;
}

/** A job that ended makes room for another one about the same row. */
const ENDED = { removeOnComplete: true, removeOnFail: true };

/** Jobs for rows that were committed. Adding one twice does no harm; what Redis does not take now, the sweep adds later. */
export class MailQueue {
  readonly #queue: Queue;

  constructor(redisUrl: string) {
    this.#queue = openQueue(MAIL_QUEUE, redisUrl);
  }

  /** One job a mail, with the id of its row. Mails that are waited for overtake all others. */
  async add(mails: readonly MailJob[]): Promise<void> {
    for (let from = 0; from < mails.length; from += BATCH) {
      const jobs = mails.slice(from, from + BATCH).map(({ id, kind, requestId }) => ({
        name: 'mail',
        data: { requestId },
        // Any priority comes after none.
        opts: { ...ENDED, jobId: id, ...(!AWAITED.has(kind) && { priority: 1 }) },
      }));
      await this.#queue.addBulk(jobs).catch(() => {});
    }
  }

  async addFanOut({ notificationId, requestId }: FanOutJob): Promise<void> {
    const data = { notificationId, requestId };
    await this.#queue.add('fan-out', data, { ...ENDED, jobId: `fan-out-${notificationId}` }).catch(() => {});
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
