import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { blockingConnection } from '../data/redis.ts';
import { QUEUE_PREFIX } from './outbox.ts';

const LOCK_MS = 5000;

interface JobWorkerOptions {
  redisUrl: string;
  log: FastifyBaseLogger;
  concurrency?: number;
  /** Back-off after the first failure, in milliseconds, doubled after each further one. Default: 1000. */
  retryMs?: number;
  longestRetryMs?: number;
}

/**
 * Processes a queue made by `openQueue`. Jobs of a killed worker are processed again within seconds, so `work` has to
 * be idempotent.
 * @returns the running worker; `close()` waits for the current jobs
 */
export function startJobWorker(
  queue: string,
  work: (job: Job) => Promise<void>,
  { redisUrl, log, concurrency = 1, retryMs = 1000, longestRetryMs = 60_000 }: JobWorkerOptions,
): Worker {
  const worker = new Worker(queue, work, {
    prefix: QUEUE_PREFIX,
    connection: blockingConnection(redisUrl),
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS,
    maxStalledCount: 1_000_000,
    settings: { backoffStrategy: (attempts) => Math.min(retryMs * 2 ** (attempts - 1), longestRetryMs) },
  });
  worker.on('failed', (job, err) => {
    const { id, name, attemptsMade: attempt, data } = job ?? {};
    const level = err instanceof UnrecoverableError ? 'error' : 'warn';
    log[level]({ err, job: id, name, requestId: data?.requestId, attempt }, `${queue}: failed`);
  });
  worker.on('error', (err) => log.warn({ err }, `${queue}: unreachable`));
  return worker;
}
