import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failedJobs, retryFailedEvents } from '../src/events/failed-jobs.ts';
import { startJobWorker } from '../src/events/job-worker.ts';
import { openQueue } from '../src/events/outbox.ts';
import { createService } from '../src/http/service.ts';
import { TEST_PUBLIC_KEYS, testRedisUrl } from '../src/testing/harness.ts';

const QUEUE = 'events-content';
const redisUrl = testRedisUrl();

let queue: ReturnType<typeof openQueue>;
let worker: ReturnType<typeof startJobWorker> | undefined;
beforeEach(async () => {
  queue = openQueue(QUEUE, redisUrl);
  await queue.waitUntilReady();
  await queue.obliterate({ force: true });
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
  await queue.obliterate({ force: true });
  await queue.close();
});

const { log } = await createService({ name: 'content', logLevel: 'silent', identityKeys: TEST_PUBLIC_KEYS });

/** An event that its consumer gave up, while the consumer is not running. */
async function failedEvent(): Promise<string> {
  const id = randomUUID();
  await queue.add('user.deleted', { requestId: `request-${id}` }, { jobId: id, attempts: 1 });
  const failing = startJobWorker(QUEUE, () => Promise.reject(new Error('userId is no number')), { redisUrl, log });
  await vi.waitFor(async () => expect(await queue.getJobState(id)).toBe('failed'), 10_000);
  await failing.close();
  return id;
}

it('lists failed jobs with queue, name, reason and request [OFF-014]', async () => {
  const id = await failedEvent();
  const listed = await failedJobs(redisUrl);
  expect(listed.filter((job) => job.queue === QUEUE)).toEqual([
    {
      queue: QUEUE,
      name: 'user.deleted',
      reason: 'userId is no number',
      failedAt: expect.any(Date),
      requestId: `request-${id}`,
    },
  ]);
});

it('fails when Redis is unreachable, instead of listing nothing', async () => {
  await expect(failedJobs('redis://127.0.0.1:1')).rejects.toThrow('no answer within 3000 ms');
});

it('processes failed events again when the service starts, as after an update [OFF-014]', async () => {
  const id = await failedEvent();
  worker = startJobWorker(QUEUE, async () => {}, { redisUrl, log });
  await retryFailedEvents(queue, log);
  await vi.waitFor(async () => expect(await queue.getJobState(id)).toBe('completed'), 10_000);
});
