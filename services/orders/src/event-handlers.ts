import { logChanges } from '@fasocolis/service-kit/data/change-log';
import type { EventHandlers } from '@fasocolis/service-kit/events/consumer';
import type { Transaction } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

export const eventHandlers: EventHandlers<Transaction> = {
  'user.deleted': async (transaction, { userId }, event) => {
    await transaction.savedOrder.deleteMany({ where: { userId } });
    const orders = await transaction.order.findMany({ where: { userId }, select: { id: true, reference: true } });
    // Links that other users saved to these orders are deleted by cascade.
    await transaction.order.deleteMany({ where: { userId } });
    // After the deletion, which waits for changes in progress: their entries are there by now.
    await transaction.change.updateMany({
      where: { subject: 'order', subjectId: { in: orders.map(({ id }) => String(id)) } },
      data: { before: Prisma.DbNull, after: Prisma.DbNull },
    });
    // Without values, which contain personal data.
    const entries = orders.map(
      ({ id: subjectId, reference: name }) => ({ subject: 'order', subjectId, name, action: 'deleted' }) as const,
    );
    await logChanges(transaction, { userId: null, requestId: event.requestId ?? null }, entries);
  },
};
