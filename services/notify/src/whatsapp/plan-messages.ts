import { lockToTell } from '../audience/people-to-tell.ts';
import type { Database } from '../database.ts';
import type { DeliveryJob, DeliveryQueue } from '../deliveries/delivery-queue.ts';
import { MESSAGEABLE } from './messageable.ts';

interface PlanParts {
  database: Database;
  queue: DeliveryQueue;
  delayMs: number;
}

/**
 * Records a message for each person who is to be told something that the product may send, and has not stopped it.
 * Idempotent: a person has one message.
 */
export async function planMessages({ database, queue, delayMs }: PlanParts): Promise<void> {
  const dueAt = delayMs ? new Date(Date.now() + delayMs) : null;
  const recorded = await database.$transaction(async (transaction) => {
    await lockToTell(transaction);
    return transaction.$queryRaw<DeliveryJob[]>`
      INSERT INTO email_deliveries (id, channel, kind, person_id, recipient, due_at)
      SELECT gen_random_uuid(), 'whatsapp', 'order-status', p.id, p.phone, ${dueAt}::timestamptz
      FROM people_to_tell p LEFT JOIN whatsapp_contacts w ON w.phone = p.phone
      WHERE p.told_at IS NULL AND w.stopped_at IS NULL
        AND NOT EXISTS (SELECT FROM email_deliveries d WHERE d.person_id = p.id)
        AND EXISTS (SELECT FROM changes_to_tell c WHERE c.person_id = p.id AND ${MESSAGEABLE})
      ON CONFLICT DO NOTHING
      RETURNING id, channel, kind, request_id AS "requestId"`;
  });
  if (!dueAt) await queue.add(recorded);
}
