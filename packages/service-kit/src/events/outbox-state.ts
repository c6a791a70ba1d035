import { ErrorSchema } from '@fasocolis/contracts/errors';
import { type OutboxState, OutboxStateSchema } from '@fasocolis/contracts/queues';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

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

/** The internal route of {@link outboxState}. */
export const OUTBOX_PATH = '/internal/outbox';

/** Adds the route of {@link outboxState}, for other services. */
export function registerOutboxState(app: FastifyInstance, database: OutboxDatabase): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    OUTBOX_PATH,
    {
      config: { access: 'service', callers: ['notify'] },
      schema: { response: { 200: OutboxStateSchema, 403: ErrorSchema } },
    },
    () => outboxState(database),
  );
}
