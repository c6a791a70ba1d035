import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { blockingConnection } from '../src/data/redis.ts';
import { openQueue, QUEUE_PREFIX } from '../src/events/outbox.ts';
import type { OutboxDatabase } from '../src/events/outbox-state.ts';
import { Registry, registerQueueMetrics } from '../src/ops/metrics.ts';
import { startCuttableProxy, testRedisUrl } from '../src/testing/harness.ts';

const emptyOutbox: OutboxDatabase = { $queryRaw: async () => [] };

let closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  closing = [];
});
afterEach(() => Promise.all(closing.map((close) => close())));

async function openTestQueue(redisUrl = testRedisUrl()) {
  const queue = openQueue(`test-${randomUUID()}`, redisUrl);
  closing.push(() => queue.close());
  await queue.waitUntilReady();
  return queue;
}

/** The lines of `/metrics` about the worker of the service "example". */
function metricsOf(sources: { queues?: ReturnType<typeof openQueue>[]; database?: OutboxDatabase }) {
  const registry = new Registry();
  registerQueueMetrics(registry, { service: 'example', queues: [], database: emptyOutbox, ...sources });
  return () => registry.metrics();
}

describe('the metrics of queues', () => {
  it('count the jobs in each state, and report the age of the oldest unfinished one', async () => {
    const queue = await openTestQueue();
    const minute = 60_000;
    await queue.add('new', {});
    await queue.add('old', {}, { timestamp: Date.now() - 5 * minute, delay: 90 * minute });
    await queue.add('soon', {}, { delay: 60 * minute });
    await queue.add('after others', {}, { priority: 1 });
    const text = await metricsOf({ queues: [queue] })();
    const jobs = (state: string) => `queue_jobs{queue="${queue.name}",state="${state}"}`;
    expect(text).toContain(`${jobs('waiting')} 2`);
    expect(text).toContain(`${jobs('delayed')} 2`);
    expect(text).toContain(`${jobs('active')} 0`);
    expect(text).toContain(`${jobs('failed')} 0`);
    const [, age] = /queue_oldest_job_age_seconds\{.+\} (\S+)/.exec(text) ?? [];
    expect(Number(age)).toBeGreaterThanOrEqual(300);
    expect(Number(age)).toBeLessThan(400);
  });

  it('do not include the age of a failed job', async () => {
    const queue = await openTestQueue();
    const failing = async () => {
      throw new Error('never');
    };
    const worker = new Worker(queue.name, failing, {
      prefix: QUEUE_PREFIX,
      connection: blockingConnection(testRedisUrl()),
    });
    closing.unshift(() => worker.close());
    await queue.add('broken', {}, { attempts: 1, timestamp: 1 });
    const look = metricsOf({ queues: [queue] });
    await vi.waitFor(
      async () => expect(await look()).toContain(`queue_jobs{queue="${queue.name}",state="failed"} 1`),
      5000,
    );
    expect(await look()).toContain(`queue_oldest_job_age_seconds{queue="${queue.name}"} 0`);
  });

  it('count the unpublished and unconfirmed events of the outbox, and report their age', async () => {
    const look = metricsOf({
      database: { $queryRaw: async () => [{ isPublished: false, events: 7, oldestSeconds: 42.5 }] },
    });
    const text = await look();
    expect(text).toContain('outbox_events{service="example",state="unpublished"} 7');
    expect(text).toContain('outbox_events{service="example",state="unconfirmed"} 0');
    expect(text).toContain('outbox_oldest_event_age_seconds{service="example",state="unpublished"} 42.5');
  });

  it('omit sources that do not respond in time, until they are back', async () => {
    const proxy = await startCuttableProxy(new URL(testRedisUrl()));
    closing.push(proxy.close);
    const queue = await openTestQueue(proxy.url);
    await proxy.cut();
    const look = metricsOf({ queues: [queue], database: { $queryRaw: () => new Promise(() => {}) } });
    const text = await look();
    expect(text).toContain('# TYPE queue_jobs gauge');
    expect(text).not.toMatch(/^(queue|outbox)_/m);
    await proxy.restore();
    const back = metricsOf({ queues: [queue] });
    await vi.waitFor(async () => expect(await back()).toMatch(/^queue_jobs\{/m), 10_000);
    expect(await back()).toContain('outbox_events{service="example",state="unpublished"} 0');
  });
});
