import * as z from 'zod/mini';
import { IdSchema } from './common.ts';
import { NotificationSchema } from './notifications.ts';

/** Where the live socket is, on the same host as the pages. */
export const LIVE_PATH = '/ws';

/** How long a socket may stay without saying who it is, in milliseconds. */
export const AUTH_TIMEOUT = 10_000;

/** Why the server closes a socket (RFC 6455, 7.4.2: codes from 4000 are the application's own). */
export const LIVE_CLOSE = {
  /** No session, or it has ended. */
  unauthenticated: 4401,
  /** The message names somebody else than the session. */
  forbidden: 4403,
  /** It never said who it is. */
  timeout: 4408,
} as const;

/** What a client says. `lastId` is the highest notification it has: what came after it is sent again. */
export const LiveClientMessageSchema = z.object({
  type: z.literal('auth'),
  userId: IdSchema,
  lastId: z.optional(z.int().check(z.gte(0))),
});
export type LiveClientMessage = z.infer<typeof LiveClientMessageSchema>;

/** What the server says; a client ignores types it does not know. */
export const LiveServerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_success'), userId: IdSchema }),
  z.object({ type: z.literal('notification'), data: NotificationSchema }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type LiveServerMessage = z.infer<typeof LiveServerMessageSchema>;
