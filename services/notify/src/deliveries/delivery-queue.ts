import { randomUUID } from 'node:crypto';
import type { DeliveryChannel, DeliveryKind } from '@fasocolis/contracts/deliveries';
import { deliveryQueueOf } from '@fasocolis/contracts/queues';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import type { Queue } from 'bullmq';
import type { Database, Transaction } from '../database.ts';
import type { Delivery, Prisma } from '../generated/prisma/client.ts';

const AWAITED = new Set(['password-reset', 'email-verification', 'whatsapp-reply']);
const BATCH = 500;

/** The id of the job is that of its only delivery, or the `jobId` of several. The request id is for the log. */
export type DeliveryJob = Pick<Delivery, 'id' | 'channel' | 'kind' | 'requestId'>;

const JOB_FIELDS = { id: true, channel: true, kind: true, requestId: true } as const;

export interface FanOutJob {
  notificationId: number;
  requestId: string | null;
}

/** A finished job makes room for another one of the same row. */
const ENDED = { removeOnComplete: true, removeOnFail: true };

/** Jobs of committed rows, in a queue per channel. Adding is idempotent; the sweep adds what Redis did not accept. */
export class DeliveryQueue {
  readonly #redisUrl: string;
  readonly #queues = new Map<string, Queue>();

  constructor(redisUrl: string) {
    this.#redisUrl = redisUrl;
  }

  async add(added: readonly DeliveryJob[]): Promise<void> {
    for (const [channel, ofChannel] of Map.groupBy(added, (job) => job.channel)) {
      for (let from = 0; from < ofChannel.length; from += BATCH) {
        const jobs = ofChannel.slice(from, from + BATCH).map(({ id, kind, requestId }) => ({
          name: 'delivery',
          data: { requestId },
          // Jobs without a priority come first.
          opts: { ...ENDED, jobId: id, ...(!AWAITED.has(kind) && { priority: 1 }) },
        }));
        await this.#queueOf(channel)
          .addBulk(jobs)
          .catch(() => {});
      }
    }
  }

  async addFanOut({ notificationId, requestId }: FanOutJob): Promise<void> {
    const data = { notificationId, requestId };
    await this.#queueOf('email')
      .add('fan-out', data, { ...ENDED, jobId: `fan-out-${notificationId}` })
      .catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }

  #queueOf(channel: string): Queue {
    const queue = this.#queues.get(channel) ?? openQueue(deliveryQueueOf(channel as DeliveryChannel), this.#redisUrl);
    this.#queues.set(channel, queue);
    return queue;
  }
}

export interface DeliveryOptions {
  requestId: string | null;
  /** When deliveries are due; null for at once. */
  dueAt: Date | null;
}

type NewDelivery = Omit<Prisma.DeliveryCreateManyInput, 'id' | 'channel' | 'kind'> & {
  id?: string;
  channel?: DeliveryChannel;
  kind: DeliveryKind;
  requestId: string | null;
};

/**
 * Records deliveries in the transaction of their cause, once per recipient and cause.
 * @returns the jobs to add after the commit: of those that are due
 */
export async function recordDeliveries(transaction: Transaction, deliveries: NewDelivery[]): Promise<DeliveryJob[]> {
  const recorded = await transaction.delivery.createManyAndReturn({
    data: deliveries.map((delivery) => ({ id: randomUUID(), ...delivery })),
    skipDuplicates: true,
    select: { ...JOB_FIELDS, dueAt: true },
  });
  const now = new Date();
  return recorded.filter(({ dueAt }) => dueAt === null || dueAt <= now);
}

export async function sweepDeliveries(database: Database, queue: DeliveryQueue): Promise<void> {
  for (const broadcast of await database.emailBatch.findMany()) await queue.addFanOut(broadcast);
  let last = '00000000-0000-0000-0000-000000000000';
  let found = BATCH;
  while (found === BATCH) {
    const jobs = await database.$queryRaw<DeliveryJob[]>`
      SELECT DISTINCT coalesce(job_id, id) AS id, channel, kind, request_id AS "requestId" FROM email_deliveries
      WHERE state = 'pending' AND (due_at IS NULL OR due_at <= ${new Date()}) AND coalesce(job_id, id) > ${last}::uuid
      ORDER BY id LIMIT ${BATCH}`;
    await queue.add(jobs);
    last = jobs.at(-1)?.id ?? last;
    found = jobs.length;
  }
}
