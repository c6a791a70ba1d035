import { type MailToken, MailTokenSchema } from '@fasocolis/contracts/email';
import type { ServiceClient } from '@fasocolis/service-kit/service-client';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';
import type { NotifyConfig } from '../config.ts';
import type { Database } from '../database.ts';
import type { DeliveryState, EmailDelivery, EmailKind, Prisma } from '../generated/prisma/client.ts';
import { describeFailure, isPermanentRefusal } from './failures.ts';
import { emailVerificationMail } from './templates/email-verification.ts';
import type { LinkMailData, RenderedMail } from './templates/layout.ts';
import { passwordResetMail } from './templates/password-reset.ts';

const MAILS: Record<EmailKind, { path: string; render: (data: LinkMailData) => RenderedMail }> = {
  PASSWORD_RESET: { path: '/reset-password', render: passwordResetMail },
  EMAIL_VERIFICATION: { path: '/verify-email', render: emailVerificationMail },
};

/** Mails on their way to the mail server at once. */
export const PARALLEL_MAILS = 5;

type Changes = Prisma.EmailDeliveryUncheckedUpdateManyInput;

interface MailSenderOptions {
  config: NotifyConfig;
  database: Database;
  auth: ServiceClient;
  log: FastifyBaseLogger;
}

/** Sends mails one by one, each over the way from its row to the mail server and back. */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #transport: ReturnType<typeof openTransport>;
  readonly #smtpPassword: string;

  constructor(options: MailSenderOptions) {
    this.#options = options;
    this.#transport = openTransport(options.config);
    this.#smtpPassword = decodeURIComponent(new URL(options.config.SMTP_URL).password);
  }

  /**
   * Sends a mail that is still waiting, and notes what became of it. The mail server's word and our note of it are two
   * things: a crash between them sends the mail a second time, under the same Message-ID.
   *
   * @throws Error without a secret in it, when the mail is to be tried again later
   */
  async send(deliveryId: string): Promise<void> {
    const delivery = await this.#startTry(deliveryId);
    if (!delivery) return;
    const secrets = [this.#smtpPassword];
    try {
      const mailToken = await this.#askForToken(delivery);
      if (!mailToken) {
        await this.#settle(delivery, { state: 'DROPPED', userId: null, recipient: null });
        return;
      }
      secrets.push(mailToken.token);
      await this.#handOver(delivery, mailToken);
    } catch (error) {
      await this.#noteFailure(delivery, error, secrets);
      return;
    }
    await this.#settle(delivery, { state: 'SENT', sentAt: new Date(), lastError: null });
  }

  close(): void {
    this.#transport.close();
  }

  /** Nobody, when the mail has been dealt with already, or its person is gone. */
  async #startTry(id: string): Promise<EmailDelivery | undefined> {
    const [delivery] = await this.#options.database.emailDelivery.updateManyAndReturn({
      where: { id, state: 'PENDING' },
      data: { attempts: { increment: 1 } },
    });
    return delivery;
  }

  async #askForToken(delivery: EmailDelivery): Promise<MailToken | null> {
    const ask = () =>
      this.#options.auth.find(
        `/internal/mail-tokens/${delivery.tokenId}`,
        MailTokenSchema,
        delivery.requestId ?? delivery.id,
      );
    const mailToken = await ask();
    if (!mailToken || delivery.userId !== null) return mailToken;
    await this.#note(delivery, { userId: mailToken.userId, recipient: mailToken.email });
    // Had the account ended before that was written, its end would have found no row to remove: so we ask once more.
    return ask();
  }

  async #handOver(delivery: EmailDelivery, { token, email, firstName }: MailToken): Promise<void> {
    const { MAIL_FROM, PUBLIC_URL } = this.#options.config;
    const { path, render } = MAILS[delivery.kind];
    const link = new URL(path, PUBLIC_URL);
    link.searchParams.set('token', token);
    await this.#transport.sendMail({
      ...render({ firstName, link: link.href }),
      from: MAIL_FROM,
      to: { name: '', address: email },
      messageId: `<${delivery.id}@${link.hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }

  async #noteFailure(delivery: EmailDelivery, error: unknown, secrets: string[]): Promise<void> {
    const lastError = describeFailure(error, secrets);
    if (isPermanentRefusal(error) || delivery.attempts >= this.#options.config.MAIL_ATTEMPTS) {
      await this.#settle(delivery, { state: 'FAILED', lastError });
      return;
    }
    await this.#note(delivery, { lastError });
    throw new Error(lastError);
  }

  async #settle(delivery: EmailDelivery, data: Changes & { state: DeliveryState }): Promise<void> {
    await this.#note(delivery, data);
    const { id: deliveryId, kind, requestId, attempts } = delivery;
    const { state, lastError } = data;
    const level = state === 'FAILED' ? 'error' : 'info';
    this.#options.log[level]({ deliveryId, kind, requestId, attempts, state, lastError }, 'mail settled');
  }

  /** The row may have gone with its person meanwhile: then there is nothing to note. */
  async #note({ id }: EmailDelivery, data: Changes): Promise<void> {
    await this.#options.database.emailDelivery.updateMany({ where: { id }, data });
  }
}

function openTransport({ SMTP_URL, MAIL_TIMEOUT_MS }: NotifyConfig) {
  return createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: PARALLEL_MAILS,
    // Trying again is the queue's business: behind its back a mail could be sent twice.
    maxRequeues: 0,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    dnsTimeout: MAIL_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
