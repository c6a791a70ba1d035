import type { EventHandlers } from '@fasocolis/service-kit/events/consumer';
import type { Transaction } from './database.ts';
import { anonymize } from './history/anonymize.ts';
import { applyPhoneChange, forgetNumber } from './history/phone-changes.ts';
import { lockOrders } from './history/write-orders.ts';

export const eventHandlers: EventHandlers<Transaction> = {
  'user.phone-changed': (transaction, change, { requestId = null }) => applyPhoneChange(transaction, change, requestId),
  'user.deleted': async (transaction, { userId }, { requestId = null }) => {
    await transaction.savedOrder.deleteMany({ where: { userId } });
    await transaction.claim.deleteMany({ where: { userId } });
    await transaction.creditCustomer.deleteMany({ where: { userId } });
    await forgetNumber(transaction, userId);
    const owned = await transaction.order.findMany({ where: { userId }, select: { id: true } });
    // The lock waits for changes in progress, which may give an order another owner.
    const orders = await lockOrders(
      transaction,
      owned.map(({ id }) => id),
    );
    await anonymize(
      transaction,
      orders.filter((order) => order.userId === userId),
      { userId: null, requestId },
    );
  },
};
