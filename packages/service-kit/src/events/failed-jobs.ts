import { DELIVERY_CHANNELS } from '@fasocolis/contracts/deliveries';
import { eventSubscribers } from '@fasocolis/contracts/events';
import { deliveryQueueOf, MILESTONE_QUEUE, WHATSAPP_QUEUE } from '@fasocolis/contracts/queues';
import type { Job, Queue } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { withinDeadline } from '../ops/deadline.ts';
import { eventQueueOf, openQueue } from './outbox.ts';

const TIMEOUT_MS = 3000;
const MAX_LISTED = 20;

const ALL_QUEUES = [
  ...[...new Set(Object.values(eventSubscribers).flat())].map(eventQueueOf),
  ...DELIVERY_CHANNELS.map(deliveryQueueOf),
  MILESTONE_QUEUE,
  WHATSAPP_QUEUE,
];

interface FailedJob {
  queue: string;
  name: string;
  reason: string;
  failedAt: Date;
  requestId: string | null;
}

/** The newest failed jobs of each queue of the product. @throws Error when Redis is unreachable */
export async function failedJobs(redisUrl: string): Promise<FailedJob[]> {
  const queues = ALL_QUEUES.map((name) => openQueue(name, redisUrl));
  try {
    return (await withinDeadline(Promise.all(queues.map(failedJobsOf)), TIMEOUT_MS)).flat();
  } finally {
    await Promise.all(queues.map((queue) => queue.close()));
  }
}

async function failedJobsOf(queue: Queue): Promise<FailedJob[]> {
  await queue.waitUntilReady();
  const jobs: (Job | undefined)[] = await queue.getFailed(0, MAX_LISTED - 1);
  return jobs
    .filter((job) => job !== undefined)
    .map((job) => ({
      queue: queue.name,
      name: job.name,
      reason: job.failedReason,
      failedAt: new Date(job.finishedOn ?? job.timestamp),
      requestId: typeof job.data?.requestId === 'string' ? job.data.requestId : null,
    }));
}

/** Retries failed events: this version of the service may accept what a former one rejected. */
export async function retryFailedEvents(queue: Queue, log: FastifyBaseLogger): Promise<void> {
  try {
    await queue.waitUntilReady();
    await queue.retryJobs({ state: 'failed' });
  } catch (err) {
    log.warn({ err }, `${queue.name}: failed events were not retried`);
  }
}
