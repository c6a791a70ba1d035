import type { DropReason } from '@fasocolis/contracts/deliveries';
import type { AdministratorAddress, EmailToken } from '@fasocolis/contracts/email';
import { accountOperations } from '@fasocolis/contracts/operations/accounts';
import { contentOperations } from '@fasocolis/contracts/operations/content';
import { orderOperations } from '@fasocolis/contracts/operations/orders';
import { shortLinkPath } from '@fasocolis/contracts/reading/reference';
import { ENTRY_PAGES, USER_PAGES } from '@fasocolis/contracts/site-paths';
import { AppError } from '@fasocolis/service-kit/http/errors';
import type { ServiceClient } from '@fasocolis/service-kit/http/service-client';
import type { SendMailOptions } from 'nodemailer';
import { withoutCodes } from '../audience/message-text.ts';
import { type SituationLine, situationLines, withLine } from '../audience/situation-lines.ts';
import type { Database } from '../database.ts';
import type { Delivery } from '../deliveries/channel.ts';
import type { Notification } from '../generated/prisma/client.ts';
import { accountDeletedEmail, accountEmail } from './templates/account-emails.ts';
import { contactMessageEmail, contactMessagesEmail } from './templates/contact-message.ts';
import type { RenderedEmail } from './templates/layout.ts';
import { broadcastEmail, orderEmail, ordersEmail } from './templates/notification-email.ts';
import { silentOrdersEmail } from './templates/silent-orders.ts';

interface EmailContent extends RenderedEmail {
  list?: SendMailOptions['list'];
  replyTo?: { name: string; address: string };
  headers?: Record<string, string>;
}

interface ReadyEmail {
  recipient: string;
  content: EmailContent;
  secret: string;
}

interface Sources {
  database: Database;
  auth: ServiceClient;
  content: ServiceClient;
  orders: ServiceClient;
  publicUrl: string;
}

const requestIdOf = ({ requestId, id }: Delivery) => requestId ?? id;

export class EmailContents {
  readonly #sources: Sources;
  readonly #lineOf: SituationLine;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#lineOf = situationLines(sources.orders);
  }

  of(delivery: Delivery): Promise<ReadyEmail | DropReason> {
    const { kind, notification, notificationId, contactMessageId } = delivery;
    if (kind === 'account-deleted') return this.#aboutDeletion(delivery);
    if (kind === 'silent-orders') return this.#aboutSilentOrders(delivery);
    if (notification) return this.#aboutNotification(delivery, notification);
    if (contactMessageId !== null) return this.#aboutContactMessage(delivery);
    // The notification was deleted between the two statements that read the delivery.
    return notificationId === null ? this.#withToken(delivery) : Promise.resolve('cancelled');
  }

  async #aboutDeletion({ recipient }: Delivery): Promise<ReadyEmail | DropReason> {
    return recipient === null
      ? 'not-needed'
      : { recipient, content: accountDeletedEmail(this.#link('/')), secret: recipient };
  }

  async #withToken(delivery: Delivery): Promise<ReadyEmail | DropReason> {
    const emailToken = await this.#requestToken(delivery);
    if (!emailToken) return 'not-needed';
    const { email: recipient, token } = emailToken;
    return { recipient, content: accountEmail(emailToken, (...page) => this.#link(...page)), secret: token };
  }

  async #requestToken(delivery: Delivery): Promise<EmailToken | null> {
    const request = () =>
      this.#sources.auth.find(accountOperations.getEmailToken, requestIdOf(delivery), {
        params: { id: delivery.tokenId ?? '' },
      });
    const emailToken = await request();
    if (!emailToken || delivery.userId !== null) return emailToken;
    const { userId, email: recipient } = emailToken;
    await this.#sources.database.delivery.updateMany({ where: { id: delivery.id }, data: { userId, recipient } });
    // The token is requested again: if the account was deleted before that write, the deletion found no row.
    return request();
  }

  async #aboutNotification(delivery: Delivery, notification: Notification): Promise<ReadyEmail | DropReason> {
    const recipient = await this.#sources.auth.find(accountOperations.getEmailRecipient, requestIdOf(delivery), {
      params: { id: delivery.userId ?? 0 },
    });
    if (!recipient) return 'not-needed';
    if ('refusal' in recipient) return recipient.refusal;
    const { firstName, email, unsubscribeToken: token, isStaff } = recipient;
    const text = isStaff ? withoutCodes(notification.body) : notification.body;
    const body = withLine(text, await this.#situationIn(notification));
    const content = this.#notificationContent({ ...notification, body }, { firstName, token });
    return {
      recipient: email,
      content: {
        ...content,
        list: { unsubscribe: this.#link(accountOperations.unsubscribe.path, { token }) },
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      },
      secret: token,
    };
  }

  async #situationIn({ id, reference }: Notification): Promise<string | null> {
    if (reference === null) return null;
    const order = await this.#sources.database.notificationOrder.findFirst({ where: { notificationId: id } });
    return order && this.#lineOf(order.orderId);
  }

  #notificationContent(notification: Notification, { firstName, token }: { firstName: string; token: string }) {
    const { title, body, reference, cause } = notification;
    const data = { firstName, title, body, unsubscribeLink: this.#link(ENTRY_PAGES.unsubscribe, { token }) };
    if (reference !== null) {
      const link = this.#link(shortLinkPath(reference));
      return orderEmail({ ...data, reference, isStatus: cause === 'status', link });
    }
    const link = this.#link(USER_PAGES.notifications);
    return cause === null ? broadcastEmail({ ...data, link }) : ordersEmail({ ...data, link });
  }

  async #aboutContactMessage(delivery: Delivery): Promise<ReadyEmail | DropReason> {
    const administrator = await this.#administrator(delivery);
    if (!administrator) return 'no-address';
    const { email: recipient, firstName } = administrator;
    const { messageCount: count } = delivery;
    if (count > 1) {
      const email = contactMessagesEmail({ firstName, count, link: this.#link('/admin/contact-messages') });
      return { recipient, content: email, secret: '' };
    }
    const message = await this.#sources.content.find(contentOperations.getContactMessage, requestIdOf(delivery), {
      params: { id: delivery.contactMessageId ?? 0 },
    });
    if (!message) return 'cancelled';
    const link = this.#link('/admin/contact-messages', { view: String(message.id) });
    return { recipient, content: contactMessageEmail({ firstName, message, link }), secret: message.message };
  }

  async #aboutSilentOrders(delivery: Delivery): Promise<ReadyEmail | DropReason> {
    const silent = await this.#sources.orders.find(orderOperations.listSilentOrders, requestIdOf(delivery));
    // An older version of orders may respond during an update.
    if (!silent) throw new AppError('unavailable');
    if (silent.total === 0) return 'not-needed';
    const administrator = await this.#administrator(delivery);
    if (!administrator) return 'no-address';
    const { email: recipient, firstName } = administrator;
    const link = this.#link('/admin/orders', { filter: '{"silent":true}' });
    return { recipient, content: silentOrdersEmail({ firstName, link, silent, now: new Date() }), secret: '' };
  }

  #administrator(delivery: Delivery): Promise<AdministratorAddress | null> {
    return this.#sources.auth.find(accountOperations.getAdministratorAddress, requestIdOf(delivery));
  }

  #link(path: string, query: Record<string, string> = {}): string {
    const link = new URL(path, this.#sources.publicUrl);
    for (const [name, value] of Object.entries(query)) link.searchParams.set(name, value);
    return link.href;
  }
}
