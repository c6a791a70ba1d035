import { MILESTONE_QUEUE } from '@fasocolis/contracts/queues';
import { startJobWorker } from '@fasocolis/service-kit/events/job-worker';
import { openQueue } from '@fasocolis/service-kit/events/outbox';
import { type BackgroundWork, startPeriodic } from '@fasocolis/service-kit/events/periodic';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database.ts';

/** How soon milestones without a job are found, after a crash or a loss of Redis. */
const SWEEP_MS = 2000;
const BATCH = 100;
/** A finished job makes room for another one of the same row. */
const ENDED = { removeOnComplete: true, removeOnFail: true };

interface MilestoneJob {
  id: number;
  requestId: string | null;
  dueAt: Date;
}

/** Jobs of committed rows, one per milestone, that run when it is due. Adding is idempotent. */
export class MilestoneQueue {
  readonly #queue: ReturnType<typeof openQueue>;

  constructor(redisUrl: string) {
    this.#queue = openQueue(MILESTONE_QUEUE, redisUrl);
  }

  /** What Redis does not accept is added by the sweep. */
  async add({ id, requestId, dueAt }: MilestoneJob): Promise<void> {
    const delay = Math.max(0, dueAt.getTime() - Date.now());
    const options = { ...ENDED, jobId: `milestone-${id}`, delay };
    await this.#queue.add('fan-out', { id, requestId }, options).catch(() => {});
  }

  async sweep(database: Database): Promise<void> {
    const due = await database.milestone.findMany({
      where: { finishedAt: null, dueAt: { lte: new Date() } },
      orderBy: { dueAt: 'asc' },
      take: BATCH,
    });
    for (const milestone of due) await this.add(milestone);
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}

interface WorkerParts {
  database: Database;
  queue: MilestoneQueue;
  fanOut: (milestoneId: number) => Promise<void>;
  redisUrl: string;
  log: FastifyBaseLogger;
}

export function startMilestones({ database, queue, fanOut, redisUrl, log }: WorkerParts): BackgroundWork {
  const worker = startJobWorker(MILESTONE_QUEUE, ({ data }) => fanOut(data.id), { redisUrl, log });
  const sweep = startPeriodic(
    { name: 'sweep of milestones', everyMs: SWEEP_MS, work: () => queue.sweep(database) },
    log,
  );
  return {
    async close() {
      await Promise.all([worker.close(), sweep.close()]);
      await queue.close();
    },
  };
}
