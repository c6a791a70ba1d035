import * as z from 'zod/mini';
import { IdSchema } from './common.ts';
import { MILESTONE_STATES } from './milestones.ts';
import { NotificationSchema } from './notifications.ts';

export const LIVE_PATH = '/ws';

/** Time for a socket to authenticate, in milliseconds. */
export const AUTH_TIMEOUT = 10_000;

/** Close codes (RFC 6455, section 7.4.2: those from 4000 on are the application's). */
export const LIVE_CLOSE = {
  unauthenticated: 4401,
  /** The message names another user than the session. */
  forbidden: 4403,
  timeout: 4408,
} as const;

/** The pauses of a client before it reconnects, in milliseconds. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;
/** So often before the pauses grow: a process that restarts is back by then. */
const SHORT_PAUSES = 3;

/** The pause after so many failures, with a random part, so that clients do not reconnect all at once. */
export const reconnectPause = (failures: number) =>
  Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, failures + 1 - SHORT_PAUSES)) * (0.5 + Math.random());

/** `lastId` is the client's newest notification: later ones are sent again. */
export const LiveClientMessageSchema = z.object({
  type: z.literal('auth'),
  userId: IdSchema,
  lastId: z.optional(z.int().check(z.gte(0))),
});
export type LiveClientMessage = z.infer<typeof LiveClientMessageSchema>;

export const MilestoneProgressSchema = z.object({
  id: IdSchema,
  consignmentId: IdSchema,
  state: z.enum(MILESTONE_STATES),
  total: z.int(),
  applied: z.int(),
  skipped: z.int(),
});
export type MilestoneProgress = z.infer<typeof MilestoneProgressSchema>;

export const CountedSchema = z.object({ consignmentIds: z.array(IdSchema) });
export type Counted = z.infer<typeof CountedSchema>;

/** Clients ignore unknown types. Only staff receives `milestone` and `counted`. */
export const LiveServerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_success'), userId: IdSchema }),
  z.object({ type: z.literal('notification'), data: NotificationSchema }),
  z.object({ type: z.literal('milestone'), data: MilestoneProgressSchema }),
  z.object({ type: z.literal('counted'), data: CountedSchema }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type LiveServerMessage = z.infer<typeof LiveServerMessageSchema>;
