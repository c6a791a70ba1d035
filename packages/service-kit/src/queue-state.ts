import type { QueueState } from '@fasocolis/contracts/queues';
import type { Queue } from 'bullmq';

/** Jobs to be tried again stand in the order of their next try: the oldest is looked for among so many. */
const DELAYED_SAMPLE = 100;

/** How much a queue has to do. @throws Error when Redis cannot be asked */
export async function queueState(queue: Queue): Promise<QueueState> {
  const [{ waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 }, ...samples] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting', 'prioritized', 'active'], 0, 0, true),
    queue.getJobs('delayed', 0, DELAYED_SAMPLE - 1, true),
  ]);
  const jobs = { waiting: waiting + prioritized, active, delayed, failed };
  // A job may have been done between its being listed and its being read.
  const times = samples.flat().flatMap((job) => job?.timestamp ?? []);
  const oldestSeconds = times.length === 0 ? null : Math.max(0, Date.now() - Math.min(...times)) / 1000;
  return { name: queue.name, jobs, oldestSeconds };
}
