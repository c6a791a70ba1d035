import { randomUUID } from 'node:crypto';
import { MailRecipientIdsSchema } from '@fasocolis/contracts/email';
import { MAIL_QUEUES } from '@fasocolis/contracts/queues';
import { AppError } from '@fasocolis/service-kit/errors';
import type { ServiceClient } from '@fasocolis/service-kit/service-client';
import type { Database } from '../database.ts';
import { withoutDeleted } from '../people/people.ts';
import { SweptQueue } from './swept-queue.ts';

type Options = Omit<ConstructorParameters<typeof SweptQueue>[0], 'name' | 'waiting' | 'work' | 'parallel'>;

/** How many people are in memory at a time. */
const PAGE = 1000;

/**
 * The queue of notifications for everybody that are to be mailed too: makes one mail for each person who wants mails.
 * @param onMails is told whenever new mails wait
 */
export function openBatchQueue(
  { database, auth, onMails }: { database: Database; auth: ServiceClient; onMails: () => void },
  options: Options,
): SweptQueue {
  async function* waiting() {
    const batches = await database.emailBatch.findMany({ select: { notificationId: true, requestId: true } });
    yield batches.map(({ notificationId, requestId }) => ({ rowId: String(notificationId), requestId }));
  }

  /** Moves a batch on by one page of people, in one transaction with their mails; false when it is done. */
  async function advance(notificationId: number): Promise<boolean> {
    const batch = await database.emailBatch.findUnique({ where: { notificationId } });
    if (!batch) return false;
    const { afterUserId, requestId } = batch;
    const path = `/internal/mail-recipients?after=${afterUserId}&limit=${PAGE}`;
    const userIds = await auth.find(path, MailRecipientIdsSchema, requestId ?? randomUUID());
    if (!userIds) throw new AppError('unavailable');
    await database.$transaction(async (transaction) => {
      const here = { notificationId, afterUserId };
      const last = userIds.at(-1);
      if (last === undefined) {
        await transaction.emailBatch.deleteMany({ where: here });
        return;
      }
      const { count } = await transaction.emailBatch.updateMany({ where: here, data: { afterUserId: last } });
      // Another worker was here first.
      if (count === 0) return;
      const people = await withoutDeleted(transaction, userIds);
      const kind = 'ANNOUNCEMENT' as const;
      await transaction.emailDelivery.createMany({
        data: people.map((userId) => ({ id: randomUUID(), kind, notificationId, userId, requestId })),
        skipDuplicates: true,
      });
    });
    if (userIds.length > 0) onMails();
    return userIds.length > 0;
  }

  async function work(rowId: string): Promise<void> {
    while (await advance(Number(rowId)));
  }

  return new SweptQueue({ ...options, name: MAIL_QUEUES[1], parallel: 1, waiting, work });
}
