import type { EventHandlers } from '@fasocolis/service-kit/consumer';
import type { Transaction } from './database.ts';

/** What orders does when it hears of events elsewhere. */
export const eventHandlers: EventHandlers<Transaction> = {
  'user.deleted': async (transaction, { userId }) => {
    await transaction.savedOrder.deleteMany({ where: { userId } });
    // Everybody's saved links to these orders go with them.
    await transaction.order.deleteMany({ where: { userId } });
  },
};
