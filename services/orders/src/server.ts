import { MILESTONE_QUEUE } from '@fasocolis/contracts/queues';
import { forgetOldRequests } from '@fasocolis/service-kit/data/once';
import { publishSignal, SIGNALS } from '@fasocolis/service-kit/events/signals';
import { runService } from '@fasocolis/service-kit/ops/run-service';
import { buildApp } from './app.ts';
import { loadOrdersConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { eventHandlers } from './event-handlers.ts';
import { findNumberOwners } from './history/phone-changes.ts';
import { fanOutMilestone } from './milestones/milestone-fan-out.ts';
import { MilestoneQueue, startMilestones } from './milestones/milestone-queue.ts';
import { storageNotices } from './payments/storage-notices.ts';
import { countStaleDays } from './report/report-service.ts';
import { KnownStatuses } from './shared/known-statuses.ts';
import { TransitTimes } from './shared/transit-times.ts';

const config = loadOrdersConfig(process.env);
const database = openDatabase(config.DATABASE_URL);
const milestoneQueue = new MilestoneQueue(config.REDIS_URL);
const statuses = new KnownStatuses(database);
const transitTimes = new TransitTimes(database);
const silenceDays = {
  AIR: config.SILENCE_DAYS_AIR,
  SEA: config.SILENCE_DAYS_SEA,
  unknown: config.SILENCE_DAYS_UNKNOWN,
};

await runService({
  service: 'orders',
  config,
  database,
  build: ({ options, redis, clientOf }) => {
    const auth = clientOf('auth', config.AUTH_URL);
    const milestones = {
      undoMs: config.MILESTONE_UNDO_MS,
      schedule: milestoneQueue.add.bind(milestoneQueue),
    };
    const onCounted = (consignmentIds: number[]) => publishSignal(redis, SIGNALS.counts, { consignmentIds });
    return buildApp({ database, statuses, auth, transitTimes, silenceDays, onCounted, milestones }, options);
  },
  handlers: () => eventHandlers,
  queues: [MILESTONE_QUEUE],
  background({ app: { log }, redis }) {
    const onProgress = (progress: object) => publishSignal(redis, SIGNALS.milestones, progress);
    const fanOut = (id: number) => fanOutMilestone({ database, statuses, onProgress }, id);
    return [startMilestones({ database, queue: milestoneQueue, fanOut, redisUrl: config.REDIS_URL, log })];
  },
  periodic: [
    { name: 'days of the report', everyMs: 600_000, work: () => countStaleDays(database) },
    { name: 'transit times', everyMs: 3_600_000, work: () => transitTimes.refresh() },
    forgetOldRequests(database),
    { name: 'owners of numbers', everyMs: 60_000, work: () => findNumberOwners(database) },
    storageNotices(database),
  ],
});
