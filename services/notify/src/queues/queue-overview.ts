import { eventSubscribers } from '@fasocolis/contracts/events';
import { commonOperations } from '@fasocolis/contracts/operations/common';
import { type FailedEvent, MAX_FAILED_EVENTS, type OutboxState, type QueueOverview } from '@fasocolis/contracts/queues';
import { eventQueueOf, openQueue } from '@fasocolis/service-kit/events/outbox';
import { outboxState } from '@fasocolis/service-kit/events/outbox-state';
import { queueState } from '@fasocolis/service-kit/events/queue-state';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { withinDeadline } from '@fasocolis/service-kit/ops/deadline';
import { ErrorCode, type Job, type Queue } from 'bullmq';
import type { Database } from '../database.ts';

/** In milliseconds. */
const TIMEOUT_MS = 2000;

interface QueueOverviewOptions {
  database: Database;
  summarizeEmails: () => Promise<QueueOverview['emails']>;
  redisUrl: string;
  services: Readonly<Record<string, ServiceClient>>;
}

export class QueueOverviewService {
  readonly #options: QueueOverviewOptions;
  #open: Queue[] | undefined;

  constructor(options: QueueOverviewOptions) {
    this.#options = options;
  }

  /** Sources that do not respond are null. */
  async look(requestId: string): Promise<QueueOverview> {
    const { summarizeEmails } = this.#options;
    const [queues, failedEvents, outboxes, emails] = await Promise.all([
      orNull(Promise.all(this.#queues.map(queueState))),
      orNull(Promise.all(this.#queues.map(failedEventsOf))),
      this.#outboxes(requestId),
      summarizeEmails(),
    ]);
    return { queues, failedEvents: failedEvents?.flat() ?? [], outboxes, emails };
  }

  /**
   * Retries a failed event.
   * @throws AppError `not-found`, `conflict` when it has not failed, `unavailable` while Redis is away
   */
  async retryEvent(queueName: string, id: string): Promise<void> {
    const queue = this.#queues.find(({ name }) => name === queueName);
    const job = await orUnavailable(queue?.getJob(id));
    if (!job) throw new AppError('not-found', 'Événement introuvable');
    await orUnavailable(job.retry('failed'));
  }

  async close(): Promise<void> {
    await Promise.all((this.#open ?? []).map((queue) => queue.close()));
  }

  /** Opened at first use: most replicas never need it. */
  get #queues() {
    const subscribers = [...new Set(Object.values(eventSubscribers).flat())];
    this.#open ??= subscribers.map((name) => openQueue(eventQueueOf(name), this.#options.redisUrl));
    return this.#open;
  }

  #outboxes(requestId: string): Promise<QueueOverview['outboxes']> {
    const { database, services } = this.#options;
    const asked: [string, Promise<OutboxState | null>][] = Object.entries(services).map(([service, client]) => [
      service,
      client.find(commonOperations.getOutboxState, requestId),
    ]);
    asked.push(['notify', outboxState(database)]);
    return Promise.all(asked.map(async ([service, state]) => ({ service, state: await orNull(state) })));
  }
}

const orNull = <T>(work: Promise<T>): Promise<T | null> => withinDeadline(work, TIMEOUT_MS).catch(() => null);

async function orUnavailable<T>(work: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return work && (await withinDeadline(work, TIMEOUT_MS));
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    if (code === ErrorCode.JobNotInState || code === ErrorCode.JobNotExist) {
      throw new AppError('conflict', 'Cet événement est déjà reparti', { cause });
    }
    throw new AppError('unavailable', undefined, { cause });
  }
}

async function failedEventsOf(queue: Queue): Promise<FailedEvent[]> {
  const jobs: (Job | undefined)[] = await queue.getFailed(0, MAX_FAILED_EVENTS - 1);
  return jobs
    .filter((job) => job !== undefined)
    .map((job) => ({
      id: job.id ?? '',
      queue: queue.name,
      name: job.name,
      reason: job.failedReason,
      failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
      requestId: typeof job.data?.requestId === 'string' ? job.data.requestId : null,
    }));
}
