import * as z from 'zod/mini';
import { InstantSchema } from './common.ts';
import { DELIVERY_STATES } from './email.ts';

/** The queue of mails to send, and of announcements to turn into mails. */
export const MAIL_QUEUE = 'emails';

/** Ages are in seconds, by the clock of the server that was asked; null where there is nothing. */
const AgeSchema = z.nullable(z.number());

/** A service's events that are not published yet, and those that are published but not confirmed by all subscribers. */
const EventCountSchema = z.object({ events: z.int(), oldestSeconds: AgeSchema });
export const OutboxStateSchema = z.object({ unpublished: EventCountSchema, unconfirmed: EventCountSchema });
export type OutboxState = z.infer<typeof OutboxStateSchema>;

/** How many jobs of a queue wait, are being worked on, are to be tried again later, or were given up. */
const JobCountsSchema = z.object({
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
});

const QueueStateSchema = z.object({
  name: z.string(),
  jobs: JobCountsSchema,
  /** Of the oldest job that is not done yet; those given up do not count. */
  oldestSeconds: AgeSchema,
});
export type QueueState = z.infer<typeof QueueStateSchema>;

/** An event that a service could not understand: nobody tries it again by himself. */
const FailedEventSchema = z.object({
  id: z.string(),
  queue: z.string(),
  /** Name of the event. */
  name: z.string(),
  reason: z.string(),
  failedAt: InstantSchema,
  requestId: z.nullable(z.string()),
});
export type FailedEvent = z.infer<typeof FailedEventSchema>;

/** Most events given up that one answer names. */
export const MAX_FAILED_EVENTS = 20;

/** All that is on its way between the services, and to people by mail. */
export const QueueOverviewSchema = z.object({
  /** Those of events. Null while Redis cannot be asked: nothing is lost then, everything waits in the databases. */
  queues: z.nullable(z.array(QueueStateSchema)),
  /** The newest of each queue. */
  failedEvents: z.array(FailedEventSchema),
  /** `state` is null where the service did not answer. */
  outboxes: z.array(z.object({ service: z.string(), state: z.nullable(OutboxStateSchema) })),
  emails: z.object({
    counts: z.record(z.enum(DELIVERY_STATES), z.int()),
    oldestPendingSeconds: AgeSchema,
    /** Announcements that are not yet turned into mails for everybody. */
    announcements: z.object({ count: z.int(), oldestSeconds: AgeSchema }),
  }),
});
export type QueueOverview = z.infer<typeof QueueOverviewSchema>;

/** Answer of POST /api/email-deliveries/retry-failed: how many mails are on their way again. */
export const RetriedSchema = z.object({ retried: z.int() });
