export interface OutboxDatabase {
  $queryRaw(query: TemplateStringsArray): Promise<unknown>;
}

interface EventCount {
  events: number;
  oldestSeconds: number | null;
}

const NOTHING: EventCount = { events: 0, oldestSeconds: null };

/** Counts a service's events by state, with the age of the oldest. */
export async function outboxState(
  database: OutboxDatabase,
): Promise<{ unpublished: EventCount; unconfirmed: EventCount }> {
  const rows = (await database.$queryRaw`
    SELECT published_at IS NOT NULL AS "isPublished", count(*)::int AS events,
      greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS "oldestSeconds"
    FROM outbox_events GROUP BY 1`) as (EventCount & { isPublished: boolean })[];
  const stateOf = (wanted: boolean): EventCount => {
    const { events, oldestSeconds } = rows.find(({ isPublished }) => isPublished === wanted) ?? NOTHING;
    return { events, oldestSeconds };
  };
  return { unpublished: stateOf(false), unconfirmed: stateOf(true) };
}
