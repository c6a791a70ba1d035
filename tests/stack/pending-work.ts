import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import type { Redis } from 'ioredis';
import type pg from 'pg';

/** Counts everything that is pending, by name: events in outboxes, jobs in queues, deliveries. */
export async function pendingWork(
  databases: Record<ServiceName, pg.Client>,
  redis: Redis,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const rowsOf = async (service: ServiceName, query: string) => (await databases[service].query(query)).rowCount ?? 0;
  for (const service of SERVICES) found[`outbox of ${service}`] = await rowsOf(service, 'SELECT FROM outbox_events');
  found.batches = await rowsOf('notify', 'SELECT FROM email_batches');
  found.deliveries = await rowsOf('notify', `SELECT FROM email_deliveries WHERE state IN ('pending', 'failed')`);
  found.milestones = await rowsOf('orders', 'SELECT FROM milestones WHERE finished_at IS NULL');
  for (const key of await redis.keys('{fasocolis}:*')) {
    const state = key.split(':').at(-1) ?? '';
    if (['wait', 'active'].includes(state)) found[key] = await redis.llen(key);
    if (['delayed', 'failed', 'prioritized'].includes(state)) found[key] = await redis.zcard(key);
  }
  return Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0));
}
