import { commonOperations } from '@fasocolis/contracts/operations/common';
import type { OutboxState } from '@fasocolis/contracts/queues';
import type { FastifyInstance } from 'fastify';
import { handle } from '../http/operations.ts';

/** The part of a Prisma client that an outbox needs. */
export interface OutboxDatabase {
  $queryRaw(query: TemplateStringsArray): Promise<unknown>;
}

const NOTHING = { events: 0, oldestSeconds: null };

/** Counts a service's events by state, with the age of the oldest. */
export async function outboxState(database: OutboxDatabase): Promise<OutboxState> {
  const rows = (await database.$queryRaw`
    SELECT published_at IS NOT NULL AS "isPublished", count(*)::int AS events,
      greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS "oldestSeconds"
    FROM outbox_events GROUP BY 1`) as { isPublished: boolean; events: number; oldestSeconds: number }[];
  const stateOf = (wanted: boolean) => {
    const { events, oldestSeconds } = rows.find(({ isPublished }) => isPublished === wanted) ?? NOTHING;
    return { events, oldestSeconds };
  };
  return { unpublished: stateOf(false), unconfirmed: stateOf(true) };
}

/** Adds the route of {@link outboxState}, for other services. */
export function registerOutboxState(app: FastifyInstance, database: OutboxDatabase): void {
  handle(app, commonOperations.getOutboxState, () => outboxState(database));
}
