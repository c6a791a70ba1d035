import type { EventHandlers } from '@fasocolis/service-kit/consumer';
import { emit } from '@fasocolis/service-kit/outbox';
import type { Transaction } from './database.ts';
import { publicKeyOf } from './orders/order-presenter.ts';

/** What orders does when it hears of events elsewhere. */
export const eventHandlers: EventHandlers<Transaction> = {
  'user.deleted': async (transaction, { userId }, { requestId }) => {
    await transaction.savedOrder.deleteMany({ where: { userId } });
    // Everybody's saved links to these orders go with them.
    const deleted = await transaction.$queryRaw<{ id: number }[]>`
      DELETE FROM orders WHERE user_id = ${userId} RETURNING id`;
    if (deleted.length === 0) return;
    const keys = deleted.map(({ id }) => publicKeyOf(id));
    await emit(transaction, 'public-answers.changed', { keys }, requestId);
  },
};
