import { lockToTell, reopen } from '../audience/people-to-tell.ts';
import type { Database } from '../database.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { ReceivedStatus } from './webhook-payload.ts';

/** Reports arrive in any order. */
const ORDER = ['sent', 'delivered', 'read', 'failed'];

/** Stores how far a message came. After a failure, the person is to be told by staff. */
export async function storeStatus(database: Database, report: ReceivedStatus): Promise<void> {
  const { id: messageId, status, timestamp, errors = [], biz_opaque_callback_data: id } = report;
  await database.$transaction(async (transaction) => {
    await lockToTell(transaction);
    // The report may be faster than our own note of the message's id.
    const delivery = await transaction.delivery.findFirst({
      where: { channel: 'whatsapp', OR: [{ messageId }, ...(id ? [{ id }] : [])] },
    });
    if (!delivery || ORDER.indexOf(status) <= ORDER.indexOf(delivery.reached ?? '')) return;
    const reached: Prisma.DeliveryUncheckedUpdateInput = {
      messageId,
      reached: status,
      reachedAt: new Date(timestamp * 1000),
      ...(status === 'failed' && { state: 'FAILED', lastError: describe(errors) }),
    };
    await transaction.delivery.update({ where: { id: delivery.id }, data: reached });
    if (status !== 'failed' || delivery.personId === null) return;
    const person = await transaction.personToTell.findUnique({
      where: { id: delivery.personId },
      include: { changes: true },
    });
    if (person?.toldAt && person.toldBy === null) await reopen(transaction, person);
  });
}

const describe = (errors: NonNullable<ReceivedStatus['errors']>) =>
  errors
    .map(({ code, title = '' }) => `WhatsApp ${code} ${title}`.trim())
    .join('; ')
    .slice(0, 500) || 'WhatsApp';
