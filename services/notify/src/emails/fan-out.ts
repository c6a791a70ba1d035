import { randomUUID } from 'node:crypto';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import { withoutDeleted } from '../audience/accounts.ts';
import type { Database } from '../database.ts';
import { type DeliveryQueue, recordDeliveries } from '../deliveries/delivery-queue.ts';

const PAGE = 1000;

interface FanOut {
  database: Database;
  auth: ServiceClient;
  queue: DeliveryQueue;
}

export async function fanOut(parts: FanOut, notificationId: number): Promise<void> {
  while (await advance(parts, notificationId));
}

async function advance({ database, auth, queue }: FanOut, notificationId: number): Promise<boolean> {
  const batch = await database.emailBatch.findUnique({ where: { notificationId } });
  if (!batch) return false;
  const { afterUserId, requestId } = batch;
  const query = { after: String(afterUserId), limit: String(PAGE) };
  const userIds = await auth.find(accountOperations.listEmailRecipients, requestId ?? randomUUID(), { query });
  if (!userIds) throw new AppError('unavailable');
  const here = { notificationId, afterUserId };
  const last = userIds.at(-1);
  if (last === undefined) {
    await database.emailBatch.deleteMany({ where: here });
    return false;
  }
  const emails = await database.$transaction(async (transaction) => {
    const { count } = await transaction.emailBatch.updateMany({ where: here, data: { afterUserId: last } });
    // Another worker was faster.
    if (count === 0) return [];
    const people = await withoutDeleted(transaction, userIds);
    const kind = 'announcement' as const;
    return recordDeliveries(
      transaction,
      people.map((userId) => ({ kind, notificationId, userId, requestId })),
    );
  });
  await queue.add(emails);
  return true;
}
