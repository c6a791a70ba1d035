import { ErrorSchema } from '@fasocolis/contracts/errors';
import { type OutboxState, OutboxStateSchema } from '@fasocolis/contracts/queues';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** A database with an outbox, as Prisma's clients are. */
export interface OutboxDatabase {
  $queryRaw(query: TemplateStringsArray): Promise<unknown>;
}

/** How many events of a service wait for their way into Redis, and for how long. */
export async function outboxState(database: OutboxDatabase): Promise<OutboxState> {
  const rows = await database.$queryRaw`
    SELECT count(*)::int AS events, extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds"
    FROM outbox_events`;
  const [{ events, oldestSeconds }] = rows as [OutboxState];
  return { events, oldestSeconds: oldestSeconds === null ? null : Math.max(0, oldestSeconds) };
}

/** Where a service tells the others of its outbox. */
export const OUTBOX_PATH = '/internal/outbox';

/** Adds the route that answers {@link outboxState} to other services. */
export function registerOutboxState(app: FastifyInstance, database: OutboxDatabase): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    OUTBOX_PATH,
    {
      config: { access: 'service' },
      schema: { hide: true, response: { 200: OutboxStateSchema, 403: ErrorSchema } },
    },
    () => outboxState(database),
  );
}
