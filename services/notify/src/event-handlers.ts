import type { EventEnvelope } from '@fasocolis/contracts/events';
import type { EventHandlers } from '@fasocolis/service-kit/consumer';
import type { NotifyConfig } from './config.ts';
import type { Transaction } from './database.ts';
import { recordContactMail } from './emails/contact-mails.ts';
import { ROW_KIND } from './emails/delivery-service.ts';
import type { EmailKind } from './generated/prisma/enums.ts';
import { tellStatusChange } from './notifications/status-change.ts';
import { forgetPerson } from './people/people.ts';

/** What notify does when it hears of events elsewhere. */
export const eventHandlers = ({
  CONTACT_MAIL_PERIOD_MS: periodMs,
}: Pick<NotifyConfig, 'CONTACT_MAIL_PERIOD_MS'>): EventHandlers<Transaction> => ({
  'email.verification-requested': (transaction, { tokenId }, event) =>
    recordMail(transaction, { kind: 'EMAIL_VERIFICATION', tokenId }, event),
  'password.reset-requested': (transaction, { tokenId }, event) =>
    recordMail(transaction, { kind: 'PASSWORD_RESET', tokenId }, event),
  'account.changed': (transaction, { tokenId, mail }, event) =>
    recordMail(transaction, { kind: ROW_KIND[mail], tokenId }, event),
  'order.status-changed': (transaction, change, { requestId }) =>
    tellStatusChange(transaction, change, requestId ?? null),
  'contact.message-received': (transaction, { messageId }, event) =>
    recordContactMail(transaction, { messageId, event, periodMs }),
  'user.deleted': (transaction, { userId }) => forgetPerson(transaction, userId),
});

async function recordMail(
  transaction: Transaction,
  mail: { kind: EmailKind; tokenId: string },
  { id, requestId }: EventEnvelope,
): Promise<void> {
  const data = [{ id, ...mail, requestId: requestId ?? null }];
  await transaction.emailDelivery.createMany({ data, skipDuplicates: true });
}
