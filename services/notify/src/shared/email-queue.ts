import { randomUUID } from 'node:crypto';
import type { EmailKind } from '@fasocolis/contracts/email';
import { EMAIL_QUEUE } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import type { Queue } from 'bullmq';
import type { Database, Transaction } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';

/** Emails that users are waiting for. */
const AWAITED = new Set(['password-reset', 'email-verification']);
const BATCH = 500;

export interface EmailJob {
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
export class EmailQueue {
  readonly #queue: Queue;

  constructor(redisUrl: string) {
    this.#queue = openQueue(EMAIL_QUEUE, redisUrl);
  }

  /** One job per email, with the row's id. Awaited emails overtake others. */
  async add(emails: readonly EmailJob[]): Promise<void> {
    for (let from = 0; from < emails.length; from += BATCH) {
      const jobs = emails.slice(from, from + BATCH).map(({ id, kind, requestId }) => ({
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

type NewEmail = Omit<Prisma.EmailDeliveryCreateManyInput, 'id' | 'kind'> & {
  id?: string;
  kind: EmailKind;
  requestId: string | null;
};

/**
 * Records emails in the transaction of their cause, once per recipient and cause.
 * @returns the jobs to add after the commit; those of emails recorded before find no row and do nothing
 */
export async function recordEmails(transaction: Transaction, emails: NewEmail[]): Promise<EmailJob[]> {
  const data = emails.map((email) => ({ id: randomUUID(), ...email }));
  await transaction.emailDelivery.createMany({ data, skipDuplicates: true });
  return data.map(({ id, kind, requestId }) => ({ id, kind, requestId }));
}

/** Adds the missing jobs of due emails and broadcasts. */
export async function sweepEmails(database: Database, queue: EmailQueue): Promise<void> {
  for (const announcement of await database.emailBatch.findMany()) await queue.addFanOut(announcement);
  let last = '00000000-0000-0000-0000-000000000000';
  let found = BATCH;
  while (found === BATCH) {
    const rows = await database.emailDelivery.findMany({
      where: { state: 'PENDING', id: { gt: last }, OR: [{ dueAt: null }, { dueAt: { lte: new Date() } }] },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true, kind: true, requestId: true },
    });
    await queue.add(rows);
    last = rows.at(-1)?.id ?? last;
    found = rows.length;
  }
}
