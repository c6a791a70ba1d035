import type { EventHandlers } from '@fasocolis/service-kit/events/consumer';
import type { Transaction } from './database.ts';
import { messagesOf } from './shared/messages-of-address.ts';

export const eventHandlers: EventHandlers<Transaction> = {
  'user.deleted': async (transaction, { verifiedEmail = null }) => {
    if (verifiedEmail === null) return;
    await transaction.contactMessage.deleteMany({
      where: { id: { in: await messagesOf(transaction, verifiedEmail) } },
    });
  },
};
