import * as z from 'zod/mini';
import { InstantSchema } from './common.ts';
import { DELIVERY_STATES, type DeliveryChannel } from './email.ts';

/** The queue with the deliveries of a channel. */
export const deliveryQueueOf = (channel: DeliveryChannel) => (channel === 'email' ? 'emails' : `deliveries-${channel}`);
export const MILESTONE_QUEUE = 'milestones';
/** What WhatsApp reports: messages of people, and how far ours came. */
export const WHATSAPP_QUEUE = 'whatsapp-webhook';

/** In seconds, by the clock of the responding server; null without entries. */
const AgeSchema = z.nullable(z.number());

const EventCountSchema = z.object({ events: z.int(), oldestSeconds: AgeSchema });
export const OutboxStateSchema = z.object({ unpublished: EventCountSchema, unconfirmed: EventCountSchema });
export type OutboxState = z.infer<typeof OutboxStateSchema>;

const JobCountsSchema = z.object({
  waiting: z.int(),
  active: z.int(),
  delayed: z.int(),
  failed: z.int(),
});

const QueueStateSchema = z.object({
  name: z.string(),
  jobs: JobCountsSchema,
  /** Of the oldest unfinished job, not counting failed ones. */
  oldestSeconds: AgeSchema,
});
export type QueueState = z.infer<typeof QueueStateSchema>;

/** An event that failed for good: it is not retried automatically. */
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

/** Per response. */
export const MAX_FAILED_EVENTS = 20;

/** The state of all queues, outboxes and emails. */
export const QueueOverviewSchema = z.object({
  /** Event queues. Null while Redis is unavailable: events wait in the databases. */
  queues: z.nullable(z.array(QueueStateSchema)),
  /** The newest of each queue. */
  failedEvents: z.array(FailedEventSchema),
  /** `state` is null when the service did not respond. */
  outboxes: z.array(z.object({ service: z.string(), state: z.nullable(OutboxStateSchema) })),
  emails: z.object({
    counts: z.record(z.enum(DELIVERY_STATES), z.int()),
    oldestPendingSeconds: AgeSchema,
    /** Broadcasts that are not yet expanded to emails. */
    announcements: z.object({ count: z.int(), oldestSeconds: AgeSchema }),
  }),
});
export type QueueOverview = z.infer<typeof QueueOverviewSchema>;

export const RetriedSchema = z.object({ retried: z.int() });
