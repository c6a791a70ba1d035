import type { Queue } from 'bullmq';

/** Delayed jobs are ordered by their next run: the oldest is searched among this many. */
const DELAYED_SAMPLE = 100;

interface QueueState {
  name: string;
  jobs: { waiting: number; active: number; delayed: number; failed: number };
  oldestSeconds: number | null;
}

/** The number of jobs by state and the age of the oldest. @throws Error when Redis is unreachable */
export async function queueState(queue: Queue): Promise<QueueState> {
  const [{ waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 }, ...samples] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting', 'prioritized', 'active'], 0, 0, true),
    queue.getJobs('delayed', 0, DELAYED_SAMPLE - 1, true),
  ]);
  const jobs = { waiting: waiting + prioritized, active, delayed, failed };
  // A job may complete between listing and reading it.
  const times = samples.flat().flatMap((job) => job?.timestamp ?? []);
  const oldestSeconds = times.length === 0 ? null : Math.max(0, Date.now() - Math.min(...times)) / 1000;
  return { name: queue.name, jobs, oldestSeconds };
}
