import type { EmailKind } from '@fasocolis/contracts/email';
import type { EventEnvelope } from '@fasocolis/contracts/events';
import type { AfterCommit, EventHandlers } from '@fasocolis/service-kit/events/consumer';
import type { NotifyConfig } from './config.ts';
import type { Transaction } from './database.ts';
import { recordContactEmail } from './emails/contact-emails.ts';
import { notifyMilestone } from './notifications/milestone-messages.ts';
import { notifyOrderEvent, withdrawOrderEvent } from './notifications/order-events.ts';
import { notifyReplacedCode } from './notifications/replaced-codes.ts';
import { type DeliveryJob, type DeliveryQueue, recordDeliveries } from './shared/delivery-queue.ts';
import { forgetPerson } from './shared/people.ts';
import { forgetChangesOf } from './shared/people-to-tell.ts';
import { recordMilestone, recordOrderChange, withdrawChange } from './to-tell/record-changes.ts';

interface Dependencies {
  config: Pick<NotifyConfig, 'CONTACT_MAIL_PERIOD_MS' | 'ORDER_MAIL_DELAY_MS'>;
  queue: DeliveryQueue;
  signalFeed: () => Promise<unknown>;
  /** Called after changes that people are to be told by phone. */
  planTelling: () => Promise<unknown>;
}

/**
 * Handlers of other services' events. Emails are recorded in the event's transaction, their jobs added after the
 * commit.
 */
export function eventHandlers({ config, queue, signalFeed, planTelling }: Dependencies): EventHandlers<Transaction> {
  const { CONTACT_MAIL_PERIOD_MS: periodMs, ORDER_MAIL_DELAY_MS: mailDelayMs } = config;
  const thenSend = async (recorded: Promise<DeliveryJob[]>, afterCommit: AfterCommit) => {
    const emails = await recorded;
    afterCommit(() => queue.add(emails));
  };
  const accountEmail =
    (kind: EmailKind) =>
    (transaction: Transaction, { tokenId }: { tokenId: string }, event: EventEnvelope, afterCommit: AfterCommit) =>
      thenSend(
        recordDeliveries(transaction, [{ id: event.id, kind, tokenId, requestId: event.requestId ?? null }]),
        afterCommit,
      );
  return {
    'email.verification-requested': accountEmail('email-verification'),
    'password.reset-requested': accountEmail('password-reset'),
    'account.changed': (transaction, data, ...rest) => accountEmail(data.mail)(transaction, data, ...rest),
    'order.status-changed': async (transaction, change, { requestId }, afterCommit) => {
      afterCommit(signalFeed);
      const options = { requestId: requestId ?? null, mailDelayMs };
      await thenSend(notifyOrderEvent(transaction, change, options), afterCommit);
      await recordOrderChange(transaction, change);
      afterCommit(planTelling);
    },
    'consignment.milestone-applied': async (transaction, milestone, { requestId }, afterCommit) => {
      afterCommit(signalFeed);
      const options = { requestId: requestId ?? null, mailDelayMs };
      await thenSend(notifyMilestone(transaction, milestone, options), afterCommit);
      await recordMilestone(transaction, milestone);
      afterCommit(planTelling);
    },
    'order.pickup-code-replaced': async (transaction, change, { requestId = null }, afterCommit) => {
      afterCommit(signalFeed);
      await thenSend(notifyReplacedCode(transaction, change, { requestId, mailDelayMs: 0 }), afterCommit);
    },
    'order.event-withdrawn': async (transaction, { eventId }) => {
      await withdrawOrderEvent(transaction, eventId);
      await withdrawChange(transaction, eventId);
    },
    'user.whatsapp-declined': forgetChangesOf,
    'contact.message-received': (transaction, { messageId }, event, afterCommit) =>
      thenSend(recordContactEmail(transaction, { messageId, event, periodMs }), afterCommit),
    'user.deleted': async (transaction, { userId, confirmTo = [] }, { requestId = null }, afterCommit) => {
      await forgetPerson(transaction, userId);
      // Without a user: the address stays until the email is sent or given up, and is deleted with its row.
      const emails = confirmTo.map((recipient) => ({ kind: 'account-deleted', recipient, requestId }) as const);
      await thenSend(recordDeliveries(transaction, emails), afterCommit);
    },
  };
}
