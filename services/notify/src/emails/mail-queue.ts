import { MAIL_QUEUE } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/outbox';
import type { Queue } from 'bullmq';

/** Emails that users are waiting for. */
const AWAITED = new Set(['password-reset', 'email-verification']);
const BATCH = 500;

export interface MailJob {
  id: string;
  kind: string;
  /** For the log. */
  requestId: string | null;
}

/** A broadcast to expand to emails. */
export interface FanOutJob {
  notificationId: number;
  requestId: string | null;
}

/** A finished job makes room for another one of the same row. */
const ENDED = { removeOnComplete: true, removeOnFail: true };

/** Jobs of committed rows. Adding is idempotent; the sweep adds what Redis did not accept. */
export class MailQueue {
  readonly #queue: Queue;

  constructor(redisUrl: string) {
    this.#queue = openQueue(MAIL_QUEUE, redisUrl);
  }

  /** One job per email, with the row's id. Awaited emails overtake others. */
  async add(mails: readonly MailJob[]): Promise<void> {
    for (let from = 0; from < mails.length; from += BATCH) {
      const jobs = mails.slice(from, from + BATCH).map(({ id, kind, requestId }) => ({
        name: 'mail',
        data: { requestId },
        // Jobs without a priority come first.
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
