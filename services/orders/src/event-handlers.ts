import type { EventHandlers } from '@fasocolis/service-kit/events/consumer';
import type { Transaction } from './database.ts';

export const eventHandlers: EventHandlers<Transaction> = {
  'user.deleted': async (transaction, { userId }) => {
    await transaction.savedOrder.deleteMany({ where: { userId } });
    // Links that other users saved to these orders are deleted by cascade.
    await transaction.order.deleteMany({ where: { userId } });
  },
};
