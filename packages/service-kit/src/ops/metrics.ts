import { readFile, statfs } from 'node:fs/promises';
import type { Queue } from 'bullmq';
import fp from 'fastify-plugin';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type OutboxDatabase, outboxState } from '../events/outbox-state.ts';
import { withinDeadline } from './deadline.ts';

export { Counter, Gauge, Registry };

/**
 * How often the lag of the event loop is measured. Each measurement wakes the process: every 10 ms, as is the default,
 * an idle one takes twice as much processor time for it.
 */
const LAG_INTERVAL_MS = 20;

/** Counts and times every request by route pattern; `registry` is what `/metrics` prints. */
export const requestMetrics = fp<{ registry: Registry }>(async (app, { registry }) => {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_INTERVAL_MS });
  registerMachineMetrics(registry);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its response, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  // Cached, because prom-client hashes the labels of every observation.
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  const seriesOf = (method: string, route: string, status: string) => {
    const name = `${method} ${route} ${status}`;
    const found = series.get(name) ?? duration.labels(method, route, status);
    series.set(name, found);
    return found;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    seriesOf(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
});

/** Slower sources are left out of the response, so that the others are reported. */
const TIMEOUT_MS = 1000;

interface QueueSources {
  service: string;
  queues: readonly Queue[];
  database: OutboxDatabase;
}

/** Exports the state of a worker's queues and outbox. Unreachable ones are left out. */
export function registerQueueMetrics(registry: Registry, { service, queues, database }: QueueSources): void {
  const readQueues = shared(() => Promise.all(queues.map(queueState)));
  const readOutbox = shared(() => outboxState(database));
  gauge(registry, 'queue_jobs', 'Jobs of a queue by state', ['queue', 'state'], async (set) => {
    for (const { name, jobs } of (await readQueues()) ?? []) {
      for (const [state, count] of Object.entries(jobs)) set({ queue: name, state }, count);
    }
  });
  const jobAgeHelp = 'Age of the oldest job that is not done, in seconds; 0 when there is none';
  gauge(registry, 'queue_oldest_job_age_seconds', jobAgeHelp, ['queue'], async (set) => {
    for (const { name, oldestSeconds } of (await readQueues()) ?? []) set({ queue: name }, oldestSeconds ?? 0);
  });
  const outboxHelp = 'Events of an outbox: unpublished, or published and not confirmed by every subscriber';
  gauge(registry, 'outbox_events', outboxHelp, ['service', 'state'], async (set) => {
    for (const [state, { events }] of Object.entries((await readOutbox()) ?? {})) set({ service, state }, events);
  });
  const eventAgeHelp = 'Age of the oldest event of an outbox by state, in seconds; 0 when there is none';
  gauge(registry, 'outbox_oldest_event_age_seconds', eventAgeHelp, ['service', 'state'], async (set) => {
    for (const [state, { oldestSeconds }] of Object.entries((await readOutbox()) ?? {})) {
      set({ service, state }, oldestSeconds ?? 0);
    }
  });
}

/** Delayed jobs are ordered by their next run: the oldest is searched among this many. */
const DELAYED_SAMPLE = 100;

interface QueueState {
  name: string;
  jobs: { waiting: number; active: number; delayed: number; failed: number };
  oldestSeconds: number | null;
}

/** The number of jobs by state and the age of the oldest. @throws Error when Redis is unreachable */
async function queueState(queue: Queue): Promise<QueueState> {
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

/** Shares one request among concurrent callers; null when it fails. */
function shared<T>(read: () => Promise<T>): () => Promise<T | null> {
  let result: Promise<T | null> | undefined;
  return () => {
    result ??= withinDeadline(read(), TIMEOUT_MS)
      .catch(() => null)
      .finally(() => {
        result = undefined;
      });
    return result;
  };
}

type SetValue = (labels: Record<string, string>, value: number) => void;

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  look: (set: SetValue) => Promise<void>,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      this.reset();
      await look((labels, value) => this.set(labels, value));
    },
  });
}

/**
 * Exports the free space of the process's disk, which in a container is Docker's, including volumes by default, and the
 * available memory of the machine, on Linux.
 */
export function registerMachineMetrics(registry: Registry): void {
  const machineGauge = (name: string, help: string, look: () => Promise<number | undefined>) =>
    gauge(registry, name, help, [], async (set) => {
      const value = await look();
      if (value !== undefined) set({}, value);
    });
  machineGauge('disk_free_ratio', 'Share of the disk that is free, from 0 to 1', async () => {
    const { bavail, blocks } = await statfs('/');
    return bavail / blocks;
  });
  machineGauge('memory_available_ratio', 'Share of the memory that is available, from 0 to 1', async () => {
    const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
    const [available, total] = ['MemAvailable', 'MemTotal'].map((name) =>
      Number(new RegExp(`^${name}: +(\\d+)`, 'm').exec(text)?.[1]),
    );
    return available && total ? available / total : undefined;
  });
}
