import { RecordedAuditSchema } from '@fasocolis/contracts/audit';
import { AUDIT_LIST } from '@fasocolis/service-kit/ops/audit-events';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import * as z from 'zod/mini';
import type { Database } from '../database.ts';

const BATCH = 500;
const KEPT_MONTHS = 12;

interface Parts {
  database: Database;
  redis: Redis;
  log: FastifyBaseLogger;
}

/**
 * Stores the audit events that all processes have sent. Safe on several replicas and when it is killed: an event is stored
 * once, by its key, and leaves the list afterwards.
 */
export async function storeAuditEvents({ database, redis, log }: Parts): Promise<void> {
  for (;;) {
    const entries = await redis.lrange(AUDIT_LIST, 0, BATCH - 1);
    const events = entries.flatMap((entry) => parsed(entry, log));
    if (events.length > 0) await database.auditEvent.createMany({ data: events, skipDuplicates: true });
    // Their values name them: another replica may have removed some of them.
    await Promise.all(entries.map((entry) => redis.lrem(AUDIT_LIST, 1, entry)));
    if (entries.length < BATCH) return;
  }
}

function parsed(entry: string, log: FastifyBaseLogger) {
  try {
    return [z.parse(RecordedAuditSchema, JSON.parse(entry))];
  } catch (err) {
    log.error({ err }, 'malformed audit event');
    return [];
  }
}

export async function removeOldAuditEvents(database: Database, now = new Date()): Promise<void> {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() - KEPT_MONTHS);
  await database.auditEvent.deleteMany({ where: { createdAt: { lt: end } } });
}
