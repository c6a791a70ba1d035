import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { Identity } from './identity.ts';
import { revalidate } from './revalidation.ts';

/** Names what an answer is made of, or what a request has just changed; read and removed by the gateway. */
export const SURROGATE_KEY = 'surrogate-key';
/** How long the gateway may keep an answer; read and removed by it. */
export const SURROGATE_CONTROL = 'surrogate-control';

/**
 * In seconds: a minute while nothing is said to have changed, a day when the service cannot be asked. The minute is
 * there for changes that nobody tells of, such as those by hand in the database.
 */
const KEEPING = 'max-age=60, stale-if-error=86400';

interface Asker {
  identity: Identity;
}

/**
 * Lets the gateway remember an answer and give it to everybody, until one of `keys` is said to have changed by a
 * `public-answers.changed` event. Only what nobody known asked for is shared: answers to others may say more.
 */
export function sharePublicly(request: Asker, reply: Pick<FastifyReply, 'headers'>, ...keys: string[]): void {
  if (request.identity.kind !== 'anonymous') return;
  void reply.headers({ [SURROGATE_CONTROL]: KEEPING, [SURROGATE_KEY]: keys.join(' ') });
}

/** `revalidate` for answers that say more to some: theirs are not kept by browsers. */
export async function revalidatePublic(
  request: Asker & Parameters<typeof revalidate>[0],
  reply: Parameters<typeof revalidate>[1],
  payload: unknown,
): Promise<unknown> {
  return request.identity.kind === 'anonymous' ? revalidate(request, reply, payload) : payload;
}

/** Tells the gateway a change came through that answers made of `keys` are over, before the event says so to all others. */
export function nameChanged(reply: Pick<FastifyReply, 'headers'>, ...keys: string[]): void {
  void reply.headers({ [SURROGATE_KEY]: keys.join(' ') });
}

/**
 * What a service's relay tells all gateways several times a second: which keys have changed, and whether that
 * `isComplete`, i.e. every change there was until now has been told.
 */
export const PublicChangesSchema = z.object({
  service: z.string(),
  keys: z.array(z.string()),
  isComplete: z.boolean(),
});
export type PublicChanges = z.infer<typeof PublicChangesSchema>;
