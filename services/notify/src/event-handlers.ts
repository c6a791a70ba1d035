import type { DeliveryKind } from '@fasocolis/contracts/deliveries';
import type { EventEnvelope } from '@fasocolis/contracts/events';
import type { AfterCommit, EventHandlers } from '@fasocolis/service-kit/events/consumer';
import { deleteAccount } from './audience/accounts.ts';
import { notifyAudience } from './audience/notify-audience.ts';
import { deleteChangesOf } from './audience/people-to-tell.ts';
import { withdrawFromAudience } from './audience/withdraw.ts';
import type { NotifyConfig } from './config.ts';
import type { Transaction } from './database.ts';
import { type DeliveryJob, type DeliveryQueue, recordDeliveries } from './deliveries/delivery-queue.ts';
import { recordContactEmail } from './emails/contact-emails.ts';
import { notifyReplacedCode } from './notifications/replaced-codes.ts';
import { tellFormerNumber } from './whatsapp/former-number.ts';

interface Dependencies {
  config: Pick<NotifyConfig, 'CONTACT_MAIL_PERIOD_MS' | 'ORDER_MAIL_DELAY_MS'>;
  queue: DeliveryQueue;
  signalFeed: () => Promise<unknown>;
  planTelling: () => Promise<unknown>;
}

/**
 * Handlers of other services' events. Emails are recorded in the event's transaction, their jobs added after the
 * commit.
 */
export function eventHandlers({ config, queue, signalFeed, planTelling }: Dependencies): EventHandlers<Transaction> {
  const { CONTACT_MAIL_PERIOD_MS: periodMs, ORDER_MAIL_DELAY_MS: emailDelayMs } = config;
  const sendAfterCommit = async (recorded: Promise<DeliveryJob[]>, afterCommit: AfterCommit) => {
    const emails = await recorded;
    afterCommit(() => queue.add(emails));
  };
  const deliver = async (recorded: Promise<DeliveryJob[]>, afterCommit: AfterCommit) => {
    afterCommit(signalFeed);
    await sendAfterCommit(recorded, afterCommit);
    afterCommit(planTelling);
  };
  const accountEmail =
    (kind: DeliveryKind) =>
    (transaction: Transaction, { tokenId }: { tokenId: string }, event: EventEnvelope, afterCommit: AfterCommit) =>
      sendAfterCommit(
        recordDeliveries(transaction, [{ id: event.id, kind, tokenId, requestId: event.requestId ?? null }]),
        afterCommit,
      );
  return {
    'email.verification-requested': accountEmail('email-verification'),
    'password.reset-requested': accountEmail('password-reset'),
    'account.changed': (transaction, data, ...rest) => accountEmail(data.mail)(transaction, data, ...rest),
    'order.history-extended': async (transaction, message, { requestId = null }, afterCommit) => {
      const dueAt = emailDelayMs ? new Date(Date.now() + emailDelayMs) : null;
      await deliver(notifyAudience(transaction, message, { requestId, dueAt }), afterCommit);
    },
    'order.history-withdrawn': (transaction, withdrawn, { requestId = null }, afterCommit) =>
      deliver(withdrawFromAudience(transaction, withdrawn, requestId), afterCommit),
    'order.pickup-code-replaced': async (transaction, change, { requestId = null }, afterCommit) => {
      afterCommit(signalFeed);
      await sendAfterCommit(notifyReplacedCode(transaction, change, { requestId, dueAt: null }), afterCommit);
    },
    'user.whatsapp-declined': deleteChangesOf,
    'user.phone-changed': async (transaction, { userId, former }, { requestId = null }, afterCommit) => {
      // The former number may be a stranger's.
      if (former) await deleteChangesOf(transaction, { userId, phone: former.phone });
      await sendAfterCommit(tellFormerNumber(transaction, former, requestId), afterCommit);
    },
    'contact.message-received': (transaction, { messageId }, event, afterCommit) =>
      sendAfterCommit(recordContactEmail(transaction, { messageId, event, periodMs }), afterCommit),
    'user.deleted': async (transaction, { userId, confirmTo = [] }, { requestId = null }, afterCommit) => {
      await deleteAccount(transaction, userId);
      // The delivery has no user: the address stays until the email is sent or given up, and is deleted with its row.
      const emails = confirmTo.map((recipient) => ({ kind: 'account-deleted', recipient, requestId }) as const);
      await sendAfterCommit(recordDeliveries(transaction, emails), afterCommit);
    },
  };
}
